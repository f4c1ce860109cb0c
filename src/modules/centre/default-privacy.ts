import type { Words } from './rules.ts'

/**
 * The notice on personal data that a new centre begins with: what Article 8 of the Personal Data Protection Act (個人資料保護法)
 * asks for, and how the service keeps data (docs/privacy.md). Markdown with placeholders.
 */
export const defaultPrivacy: Words = {
  tw: `{centre}（以下稱「本中心」）重視您的隱私。以下依《個人資料保護法》第 8 條，向您說明我們如何蒐集、處理及利用您的個人資料。

## 一、蒐集者與聯絡方式

- {centre}
- 地址：{address}
- 電話：{phone}
- 電子郵件：{email}

## 二、蒐集目的

- 會員管理、身分別審核，以及社團與社區資格審核。
- 場地預約、季租登記、置物櫃租借、入場查驗與違規記點。
- 收費、開立收據、退費與帳務。
- 寄送與您的預約、繳費及帳號安全有關的通知。
- 設施報修、滿意度調查、申訴與緊急事故處理。
- 其他依法令規定或經您同意的事項。

## 三、資料類別

- **辨識個人**：姓名、帳號、電子郵件、手機號碼、簽署的同意書，以及您自行填寫的緊急聯絡人。
- **身分證明**：您為適用優惠身分而上傳的證明文件。只有承辦審核的人員可以查看。
- **團體**：社團或社區名稱、立案字號、負責人與相關文件。
- **財務**：付款金額、方式與結果；申請匯款退費時的銀行帳號與存摺影本。信用卡號由金流業者處理，本中心不會取得完整卡號。
- **使用紀錄**：預約、入場、違規、報修與評分；登入時間、裝置與 IP 位址。

## 四、利用期間、地區、對象及方式

- **期間**：帳號存續期間。關閉帳號後，姓名、聯絡方式、證明文件與同意書即行刪除；預約與帳務紀錄去除可辨識身分的內容後保留，付款通知自年度終了起保存五年。未完成確認的註冊於七日後刪除；未通過審核的證明文件於 180 日後刪除；郵件與簡訊的寄送紀錄於 180 日後刪除；報修人的聯絡方式於修復後兩年刪除。
- **地區**：中華民國境內，以及受託業者提供郵件、簡訊、金流或儲存服務的地區。
- **對象**：本中心、本中心的主管機關或委託機關、受託寄送通知、處理付款或保管資料的業者，以及依法有權調閱的機關。我們不出售您的資料，也不提供他人行銷。
- **方式**：以電子或書面方式，於上述目的的必要範圍內利用。

## 五、您的權利

依《個人資料保護法》第 3 條，您可以隨時：

1. 查詢或請求閱覽；
2. 請求製給複製本；
3. 請求補充或更正；
4. 請求停止蒐集、處理或利用；
5. 請求刪除。

登入後在「會員資料」就能查看、修改、下載您的資料或關閉帳號；也可以用上述電話、電子郵件，或到服務櫃檯提出申請。我們會在法定期限內答覆。為保護您的資料，受理前可能請您證明身分。

## 六、不提供資料的影響

您可以自由決定是否提供。缺少必填資料將無法註冊與預約；未提供身分證明仍可註冊，但無法適用該身分的優惠。

## 七、未成年人

未滿 18 歲者，請由法定代理人閱讀並同意後再註冊。

## 八、資料安全與 Cookie

資料傳輸全程加密，密碼以無法還原的方式保存，人員只能看到職務所需的資料。若發生個人資料外洩，我們會在查明後通知您，並依法通報主管機關。

本網站只使用維持登入、記住語言與顯示偏好、保留預約內容所必要的 Cookie，不使用廣告或跨站追蹤。

## 九、修訂

本說明如有重大修訂，將於網站公告。
`,
  en: `{centre} (“the centre”) respects your privacy. This notice explains how we collect, process and use your personal data, as Article 8 of Taiwan’s Personal Data Protection Act requires. The Chinese text is the binding one.

## 1. Who we are and how to reach us

- {centre}
- Address: {address}
- Phone: {phone}
- Email: {email}

## 2. What for

- Looking after memberships, and checking identity types, clubs and communities.
- Bookings, pre-orders, lockers, entry and violation points.
- Fees, receipts, refunds and accounts.
- Notices about your bookings, payments and the safety of your account.
- Reports of faults, ratings, appeals and emergencies.
- Whatever else the law requires or you agree to.

## 3. Which data

- **You**: name, account, email, mobile number, the signed consent, and an emergency contact if you give one.
- **Proofs**: documents that you upload for a reduced rate. Only the staff who check them can see them.
- **Clubs**: name, registration number, representative and documents.
- **Money**: amounts, ways and results of payments; for a refund by transfer, the bank account and a copy of the passbook. Card numbers are handled by the payment provider; we never receive the full number.
- **Use**: bookings, entries, violations, reports and ratings; times, devices and IP addresses of logins.

## 4. How long, where, by whom and how

- **How long**: for as long as the account exists. When it is closed, name, contact, proofs and consent are deleted; records of bookings and money stay without what identifies you, and payment notices are kept for five years after the end of their year. Registrations that are never confirmed are deleted after seven days, proofs that were refused after 180 days, records of mails and texts after 180 days, and the contact of whoever reported a fault two years after it was mended.
- **Where**: in Taiwan, and where the companies work that carry our mails and texts, handle payments or store data for us.
- **By whom**: by the centre, by the authority that supervises or commissions it, by the companies named above, and by authorities entitled by law. We never sell your data or pass it on for advertising.
- **How**: electronically or on paper, as far as these purposes need it.

## 5. Your rights

Under Article 3 of the Act you may at any time:

1. ask about your data or view it;
2. have a copy;
3. have it completed or corrected;
4. have its collection, processing or use stopped;
5. have it deleted.

Your profile lets you see, change and download your data or close the account; you can also ask by phone, by email or at the service desk. We answer within the time that the law sets, and may ask you to prove who you are.

## 6. If you do not provide it

You are free to decide. Without the required data we cannot open an account or take bookings; without proof of identity you can still sign up, only without that identity’s rates.

## 7. Minors

Under the age of 18, please sign up only after your legal guardian has read this notice and agreed.

## 8. Safety and cookies

Data travels encrypted, passwords are stored so that nobody can read them, and staff see only what their work needs. Should data leak, we tell you once we know what happened, and report it as the law requires.

This site uses only the cookies that it needs to keep you logged in, to remember your language and display, and to keep what you are booking. There is no advertising and no tracking across sites.

## 9. Changes

We announce important changes of this notice on this site.
`,
}
