package org.touchpaper.tl1.session;

import java.util.Locale;

/** The many ways in which elements say that nobody is logged in. */
final class LoginLost {

  private LoginLost() {}

  /** PLNA, Calient's words for a command that follows its login too fast, Cisco's bare DENY. */
  static boolean says(Tl1Outcome.Denied denial) {
    return denial.code().equals("PLNA")
        || says(denial.text())
        || (denial.code().isEmpty() && denial.text().isEmpty());
  }

  /** FlexILS says it outside of any message. */
  static boolean says(String words) {
    return words.toUpperCase(Locale.ROOT).contains("LOGIN NOT ACTIVE");
  }
}
