import { PHONE_COOKIE } from '../device/phoneTag';

/**
 * Tells the lab's server which phone this browser plays, so that the landing page meets that
 * phone and not the computer in front of you.
 */
export function introducePhone(tag: string) {
  document.cookie = `${PHONE_COOKIE}=${tag}; path=/; SameSite=Strict`;
}
