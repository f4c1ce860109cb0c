/**
 * The banks of Taiwan that take transfers, by their three-digit codes. The several hundred credit departments of farmers'
 * and fishermen's associations are not listed: their codes begin with 5, 6 or 9 and are typed as digits.
 */
export type Bank = { code: string; tw: string; en: string }

const written: [code: string, tw: string, en: string][] = [
  ['004', '臺灣銀行', 'Bank of Taiwan'],
  ['005', '臺灣土地銀行', 'Land Bank of Taiwan'],
  ['006', '合作金庫商業銀行', 'Taiwan Cooperative Bank'],
  ['007', '第一商業銀行', 'First Commercial Bank'],
  ['008', '華南商業銀行', 'Hua Nan Commercial Bank'],
  ['009', '彰化商業銀行', 'Chang Hwa Commercial Bank'],
  ['011', '上海商業儲蓄銀行', 'Shanghai Commercial and Savings Bank'],
  ['012', '台北富邦商業銀行', 'Taipei Fubon Commercial Bank'],
  ['013', '國泰世華商業銀行', 'Cathay United Bank'],
  ['016', '高雄銀行', 'Bank of Kaohsiung'],
  ['017', '兆豐國際商業銀行', 'Mega International Commercial Bank'],
  ['018', '全國農業金庫', 'Agricultural Bank of Taiwan'],
  ['021', '花旗（台灣）商業銀行', 'Citibank Taiwan'],
  ['048', '王道商業銀行', 'O-Bank'],
  ['050', '臺灣中小企業銀行', 'Taiwan Business Bank'],
  ['052', '渣打國際商業銀行', 'Standard Chartered Bank (Taiwan)'],
  ['053', '台中商業銀行', 'Taichung Commercial Bank'],
  ['054', '京城商業銀行', 'King’s Town Bank'],
  ['081', '滙豐（台灣）商業銀行', 'HSBC Bank (Taiwan)'],
  ['101', '瑞興商業銀行', 'Taipei Star Bank'],
  ['102', '華泰商業銀行', 'Hwatai Bank'],
  ['103', '臺灣新光商業銀行', 'Shin Kong Commercial Bank'],
  ['104', '台北市第五信用合作社', 'Taipei Fifth Credit Cooperative'],
  ['108', '陽信商業銀行', 'Sunny Bank'],
  ['114', '基隆第一信用合作社', 'Keelung First Credit Cooperative'],
  ['115', '基隆市第二信用合作社', 'Keelung Second Credit Cooperative'],
  ['118', '板信商業銀行', 'Bank of Panhsin'],
  ['119', '淡水第一信用合作社', 'Tamsui First Credit Cooperative'],
  ['120', '新北市淡水信用合作社', 'Tamsui Credit Cooperative, New Taipei'],
  ['124', '宜蘭信用合作社', 'Yilan Credit Cooperative'],
  ['127', '桃園信用合作社', 'Taoyuan Credit Cooperative'],
  ['130', '新竹第一信用合作社', 'Hsinchu First Credit Cooperative'],
  ['132', '新竹第三信用合作社', 'Hsinchu Third Credit Cooperative'],
  ['146', '台中市第二信用合作社', 'Taichung Second Credit Cooperative'],
  ['147', '三信商業銀行', 'Cota Commercial Bank'],
  ['158', '彰化第一信用合作社', 'Changhua First Credit Cooperative'],
  ['161', '彰化第五信用合作社', 'Changhua Fifth Credit Cooperative'],
  ['162', '彰化第六信用合作社', 'Changhua Sixth Credit Cooperative'],
  ['163', '彰化第十信用合作社', 'Changhua Tenth Credit Cooperative'],
  ['165', '鹿港信用合作社', 'Lukang Credit Cooperative'],
  ['178', '嘉義市第三信用合作社', 'Chiayi Third Credit Cooperative'],
  ['188', '臺南第三信用合作社', 'Tainan Third Credit Cooperative'],
  ['204', '高雄市第三信用合作社', 'Kaohsiung Third Credit Cooperative'],
  ['215', '花蓮第一信用合作社', 'Hualien First Credit Cooperative'],
  ['216', '花蓮第二信用合作社', 'Hualien Second Credit Cooperative'],
  ['222', '澎湖縣第一信用合作社', 'Penghu First Credit Cooperative'],
  ['223', '澎湖第二信用合作社', 'Penghu Second Credit Cooperative'],
  ['224', '金門縣信用合作社', 'Kinmen Credit Cooperative'],
  ['700', '中華郵政（郵局）', 'Chunghwa Post'],
  ['803', '聯邦商業銀行', 'Union Bank of Taiwan'],
  ['805', '遠東國際商業銀行', 'Far Eastern International Bank'],
  ['806', '元大商業銀行', 'Yuanta Commercial Bank'],
  ['807', '永豐商業銀行', 'Bank SinoPac'],
  ['808', '玉山商業銀行', 'E.SUN Commercial Bank'],
  ['809', '凱基商業銀行', 'KGI Bank'],
  ['810', '星展（台灣）商業銀行', 'DBS Bank (Taiwan)'],
  ['812', '台新國際商業銀行', 'Taishin International Bank'],
  ['816', '安泰商業銀行', 'EnTie Commercial Bank'],
  ['822', '中國信託商業銀行', 'CTBC Bank'],
  ['823', '將來商業銀行', 'Next Bank'],
  ['824', '連線商業銀行（LINE Bank）', 'LINE Bank Taiwan'],
  ['826', '樂天國際商業銀行', 'Rakuten International Commercial Bank'],
]

export const banks: readonly Bank[] = written.map(([code, tw, en]) => ({ code, tw, en }))

const named = new Set(banks.map(({ code }) => code))
const ofAssociation = /^[569]\d\d$/

export const isBankCode = (code: string): boolean => named.has(code) || ofAssociation.test(code)

/** Empty for a code that is not listed, such as an association's. */
export const bankOf = (code: string): Bank | undefined => banks.find((bank) => bank.code === code)
