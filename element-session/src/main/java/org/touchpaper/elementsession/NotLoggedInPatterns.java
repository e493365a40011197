package org.touchpaper.elementsession;

import java.util.Locale;

/** Recognises the answers with which elements indicate a missing login. */
final class NotLoggedInPatterns {

  private NotLoggedInPatterns() {}

  /** PLNA; Calient's answer to a command too soon after its login; Cisco's bare DENY. */
  static boolean matches(Tl1Outcome.Denied denial) {
    return denial.code().equals("PLNA")
        || matches(denial.text())
        || (denial.code().isEmpty() && denial.text().isEmpty());
  }

  /** FlexILS sends this text outside any message. */
  static boolean matches(String text) {
    return text.toUpperCase(Locale.ROOT).contains("LOGIN NOT ACTIVE");
  }
}
