import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** 青禾, young rice. The same values stand in theme.css, which is what the browser reads: nothing is computed for each page. */
const rice: MantineColorsTuple = [
  '#f4f9e9',
  '#e6f2d0',
  '#cfe6a6',
  '#b4d875',
  '#9bcb4b',
  '#7fb332',
  '#629421',
  '#4a7a17',
  '#386012',
  '#28460e',
]
/** The one signal colour: money that is due. */
const amber: MantineColorsTuple = [
  '#fff6e6',
  '#ffe9c7',
  '#ffd391',
  '#fdbb5c',
  '#f7a233',
  '#e58a17',
  '#c96f0c',
  '#a65608',
  '#84430a',
  '#66340b',
]

export const theme = createTheme({
  primaryColor: 'rice',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { rice, amber },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', minRows: 2 } },
    Checkbox: { defaultProps: { size: 'md' } },
  },
})

export const colorSchemeKey = 'fieldhouse_color_scheme'
