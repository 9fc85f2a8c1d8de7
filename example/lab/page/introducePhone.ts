import type { Os } from '../state/Os';

/**
 * Tells the lab's server which phone this browser plays, so that the landing page meets that
 * phone and not the computer in front of you.
 */
export function introducePhone(os: Os, phoneId: string) {
  document.cookie = `lab-phone=${os}.${phoneId}; path=/; SameSite=Strict`;
}
