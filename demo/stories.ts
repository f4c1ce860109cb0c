type Words = { tw: string; en: string }
export type DemoStory = {
  title: Words
  text: Words
  daysAgo: number
  /** `file`: in demo/pictures. */
  pictures: { file: string; alt: Words }[]
}

export const stories: DemoStory[] = [
  {
    title: { tw: '青禾盃羽球社團聯賽', en: 'The Qinghe badminton club league' },
    text: {
      tw: '十六支社團、兩個週末、一百一十二場比賽。第一球發出之前，八面場地安靜得只聽得見自己的腳步聲。',
      en: 'Sixteen clubs, two weekends, one hundred and twelve matches. Before the first serve, eight courts were so quiet that you could hear your own steps.',
    },
    daysAgo: 6,
    pictures: [
      {
        file: 'shuttle-at-rest.jpg',
        alt: {
          tw: '一顆羽球停在發球線旁，後方是球網，窗光斜照在綠色地板上',
          en: 'A shuttlecock lies by the service line in front of the net, window light slanting over the green floor',
        },
      },
      {
        file: 'hall-at-dawn.jpg',
        alt: {
          tw: '清晨的羽球館，九面球場並列，晨光從高窗灑落',
          en: 'The badminton hall at dawn: nine courts side by side, morning light falling from the high windows',
        },
      },
    ],
  },
  {
    title: { tw: '六點零五分的網球場', en: 'The tennis courts at five past six' },
    text: {
      tw: '晨間時段開放後，最早的一組球友總在日出時到場。球網的影子比人先上場。',
      en: 'Since the early hours opened, the first pair arrives with the sun. The shadow of the net is on court before anybody else.',
    },
    daysAgo: 17,
    pictures: [
      {
        file: 'tennis-at-six.jpg',
        alt: {
          tw: '日出時的藍色網球場，遠方有山與樹林，球場上有兩顆網球',
          en: 'A blue tennis court at sunrise, hills and trees behind it, two balls on the court',
        },
      },
      {
        file: 'ball-on-the-line.jpg',
        alt: { tw: '一顆網球停在底線與中線的交點，球網在後', en: 'A tennis ball at the corner of two white lines, the net behind it' },
      },
    ],
  },
  {
    title: { tw: '換水之後', en: 'After the water was changed' },
    text: {
      tw: '每季一次的換水與磁磚清潔花了一整天。重新放滿的那個早上，四條水道都還沒有人下水。',
      en: 'Once a season the pool is emptied and its tiles are cleaned. On the morning it was full again, nobody had touched the four lanes yet.',
    },
    daysAgo: 31,
    pictures: [
      {
        file: 'still-water.jpg',
        alt: {
          tw: '無人的室內泳池，紅白相間的水道繩延伸到對岸，水面映著窗光',
          en: 'The empty indoor pool: red and white lane ropes run to the far end, window light on the water',
        },
      },
      {
        file: 'lane-end.jpg',
        alt: {
          tw: '從上方看泳池邊緣，池底的黑線與水道繩朝向池中央',
          en: 'The edge of the pool from above, lane ropes and the black lines of the floor leading away',
        },
      },
    ],
  },
  {
    title: { tw: '星期五的球', en: 'Friday night balls' },
    text: {
      tw: '籃球、桌球，週五晚上的綜合球場與桌球室總是最後熄燈。我們在清場後按下快門。',
      en: 'Basketball, table tennis: on Fridays the arena and the table tennis room are the last to go dark. These were taken after everybody had gone home.',
    },
    daysAgo: 45,
    pictures: [
      {
        file: 'ball-on-wood.jpg',
        alt: {
          tw: '一顆籃球停在木地板的罰球區，背景是一排窗',
          en: 'A basketball on the wooden floor of the key, a row of windows behind it',
        },
      },
      {
        file: 'table-corner.jpg',
        alt: {
          tw: '從桌角看桌球桌，桌上有一橘一白兩顆球',
          en: 'A table tennis table seen from its corner, an orange and a white ball on it',
        },
      },
      {
        file: 'hoop-shadow.jpg',
        alt: {
          tw: '室外籃球場俯瞰，籃框與籃板的影子落在禁區',
          en: 'The outdoor basketball court from above, the shadow of hoop and backboard across the key',
        },
      },
    ],
  },
  {
    title: { tw: '園區運動會', en: 'Sports day' },
    text: {
      tw: '四百公尺跑道重新畫線、足球場剛割過草。三百位居民在這裡跑完今年的社區接力。',
      en: 'New lines on the four hundred metres, the pitch freshly mown. Three hundred neighbours ran this year’s community relay here.',
    },
    daysAgo: 62,
    pictures: [
      {
        file: 'out-of-the-bend.jpg',
        alt: { tw: '朝陽下的紅色跑道，八條跑道向前轉入彎道', en: 'The red track under a low sun, its lanes running ahead into the bend' },
      },
      {
        file: 'pitch-from-above.jpg',
        alt: {
          tw: '從高處俯瞰足球場，割草留下深淺相間的條紋，外圍是跑道與樹',
          en: 'The football pitch from above, mown in light and dark stripes, the track and trees around it',
        },
      },
    ],
  },
]
