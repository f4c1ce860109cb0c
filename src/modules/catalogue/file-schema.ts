import { z } from 'zod'
import { CatalogueFile } from './file.ts'

/** Where the schema of catalogue files is published. */
export const schemaAddress = (publicUrl: string): string => `${publicUrl.replace(/\/$/, '')}/catalogue.schema.json`

/** JSON Schema of catalogue files. What concerns several fields, such as codes that are there twice, only an import checks. */
export const catalogueSchema = (publicUrl: string): object => ({
  ...z.toJSONSchema(CatalogueFile, { io: 'input' }),
  $id: schemaAddress(publicUrl),
  title: 'Fieldhouse catalogue',
  description:
    'What a sports centre offers: the centre, identities, facilities with courts, hours and prices, holidays, lockers and rules.',
})
