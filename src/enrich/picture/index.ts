// Screenshots of strangers: checked, rewritten without what does not draw, decoded once for their perceptual hash. No file, no network.

export { PICTURE_LIMITS } from './limits.ts'
export { cleanPicture, type Picture, type PictureType, pictureType } from './picture.ts'
