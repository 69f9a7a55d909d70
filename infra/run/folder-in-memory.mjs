import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const FOLDER = '/dev/shm'
/** Bytes that must be free. The databases of a run take up to two gigabytes. */
const ROOM = 6 * 2 ** 30

/**
 * Returns the folder for temporary files of tests, which is on the disk if there is too little memory. The databases
 * of a run are tens of thousands of files, which took ext4 a sixth of the time of the API's tests to create and
 * delete.
 */
export function findFolderInMemory() {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    return Math.min(bavail * bsize, freemem()) > ROOM ? FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}
