import type { Words } from './rules.ts'

/**
 * The terms of use that a new centre begins with. Numbers (days ahead, quotas, minutes to pay, refunds) are rules that the pages
 * show where they apply, so the terms refer to them instead of repeating them. Markdown with placeholders.
 */
export const defaultTerms: Words = {
  tw: `歡迎使用 {centre}（以下稱「本中心」）的線上預約服務。註冊或預約即表示您已閱讀並同意以下條款。

## 一、帳號

1. 請以真實資料註冊，並保持資料正確。每人限一個帳號；社團與社區須經審核後才能使用社團功能。
2. 請妥善保管密碼，勿將帳號借給他人。發現盜用請立即更改密碼並通知本中心。
3. 未滿 18 歲者，須經法定代理人同意。

## 二、預約與繳費

1. 可預約的日期、每日與每週的時數上限、費用及繳費期限，以預約頁面顯示者為準。
2. 費用依使用當日適用的收費標準計算；預約成立後，收費標準調整不影響已成立的預約。
3. 逾期未繳費的預約自動取消，場地開放他人預約，並可能記點。
4. 適用優惠身分者，入場時須出示有效證件；與所選身分不符者，應補足差額。
5. 場地限預約人及其同行者使用，不得轉讓或轉售。

## 三、取消與退費

1. 取消期限與退費比例，在預約前及訂單頁面均會顯示，並依該標準辦理。
2. 因本中心停館、場地維修或天然災害停止上班而無法使用者，全額退費。
3. 退費以原付款方式辦理；無法原路退回者，匯入您提供的本人帳戶。
4. 依《通訊交易解除權合理例外情事適用準則》，指定日期的休閒服務不適用七日猶豫期，仍依前述標準退費。

## 四、使用場地

1. 請準時報到並出示票券。逾時未到視為未使用，並可能記點；記點達上限者，暫停預約一段期間。對記點有異議，可在期限內提出申訴。
2. 請遵守各場館公告的使用規定及現場人員的指示，愛惜設備；造成損壞者應負賠償責任。
3. 請評估自身健康狀況再運動。身體不適時請立即停止，並通知現場人員。
4. 個人物品請自行保管；置物櫃依租借規定使用，逾期物品依公告方式處理。

## 五、服務的提供

1. 因維護、故障或不可抗力，服務可能暫停；已成立的預約不受影響，無法使用者依第三條退費。
2. 以程式大量查詢或搶訂、冒用身分、妨礙他人使用者，本中心得取消預約、暫停或終止帳號。
3. 您上傳的內容不得侵害他人權利或違反法令。

## 六、個人資料

個人資料的蒐集、處理及利用，請見[隱私權說明](/privacy)。

## 七、修訂與準據法

1. 條款如有修訂，將於網站公告；修訂前已成立的預約，適用預約當時的條款。
2. 本條款以中華民國法律為準據法。因本條款所生的爭議，以本中心所在地的地方法院為第一審管轄法院，但不排除《消費者保護法》及《民事訴訟法》小額訴訟管轄的規定。
3. 消費爭議可撥打 1950 消費者服務專線，或聯絡本中心：{phone}、{email}。
`,
  en: `Welcome to the online booking service of {centre} (“the centre”). By signing up or booking you agree to these terms. The Chinese text is the binding one.

## 1. Your account

1. Please sign up with true data and keep it correct. One account for each person; clubs and communities can use the club functions once staff have approved them.
2. Keep your password to yourself and do not lend your account. If somebody else uses it, change the password at once and tell us.
3. Under the age of 18, you need the consent of your legal guardian.

## 2. Booking and paying

1. How far ahead you can book, how many hours a day and a week, the price and the time to pay are those that the booking page shows.
2. The price is the one in force on the day of use. A booking that is made keeps its price when prices change.
3. A booking that is not paid in time is cancelled by itself; its court becomes free for others, and it may cost a point.
4. With a reduced rate, please bring valid proof. If it does not fit, the difference is due.
5. Courts are for the person who booked and their company; a booking must not be passed on or sold.

## 3. Cancelling and refunds

1. Until when you can cancel and what is paid back is shown before you book and on the order’s page.
2. When the centre closes, repairs a court, or work is suspended because of a natural disaster, you get everything back.
3. Refunds go the way the payment came; where that is impossible, to a bank account of your own.
4. Leisure services for a given date are exempt from the seven-day right of withdrawal; the rules above apply.

## 4. Using the courts

1. Please come in time and show your ticket. Not coming counts as unused and may cost a point; with too many points you cannot book for a while. You can appeal against a point in time.
2. Please follow the rules of each facility and what staff say, and treat the equipment well; damage must be paid for.
3. Please judge your own health before sport. If you feel unwell, stop at once and tell staff.
4. Look after your belongings. Lockers are used under their own rules; things left in them are dealt with as announced.

## 5. The service

1. Maintenance, faults or force majeure may interrupt the service. Bookings that are made stay; what cannot be used is refunded under section 3.
2. Whoever searches or books in bulk by a program, pretends to be somebody else or hinders others may lose bookings, or the account.
3. What you upload must not infringe the rights of others or break the law.

## 6. Personal data

How we collect, process and use personal data is explained in the [privacy notice](/privacy).

## 7. Changes and law

1. Changes of these terms are announced on this site; bookings made before are subject to the terms of their time.
2. The law of the Republic of China (Taiwan) applies. Disputes go to the district court of the centre’s seat, without prejudice to the Consumer Protection Act and to the rules on small claims.
3. For consumer disputes call the hotline 1950, or reach us at {phone} or {email}.
`,
}
