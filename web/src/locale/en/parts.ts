/** The texts of shapes that several pages share in English. */
export const parts = {
  part: {
    most: 'most on a day: {{value}}',
    asTable: 'As a table',
    day: 'Day (UTC)',
    dropArea: 'Drop area',
    chooseFile: 'Choose a file',
    chooseFiles: 'Choose files',
    remark: '({{text}})',
    divider: '; ',
    comma: ', ',
    headed: '{{area}}: {{title}}',
    more: 'Show more',
    yes: 'yes',
    no: 'no',
    edit: 'Change',
    close: 'Close',
    lost: 'The connection is lost; trying again …',
  },
} as const
