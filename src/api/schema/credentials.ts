import { Type } from 'typebox'

/** The two parameters every call carries. */
export const credentials = {
  email: Type.Optional(
    Type.String({
      description:
        'E-mail address of the account; compared without case. Not needed for accounts of dialect live.',
    }),
  ),
  key: Type.String({ description: 'The 32-character key shown in the member’s profile.' }),
}
