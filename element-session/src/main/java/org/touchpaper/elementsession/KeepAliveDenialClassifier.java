package org.touchpaper.elementsession;

import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Partial;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Interprets a denial of RTRV-HDR, which serves as keep-alive.
 *
 * <p>PLNA and a bare denial mean that the session is not logged in, or that this user may not use
 * the command. Only a denial directly after a login distinguishes the two. The first such denial
 * therefore causes one new login, after which the command is sent again. If it is denied even then,
 * later denials count as an answer like any other.
 */
final class KeepAliveDenialClassifier {

  static final InputCommand COMMAND = InputCommand.of("RTRV-HDR");

  private enum DenialMeaning {
    LOGIN_LOST,
    UNCERTAIN,
    MEANINGLESS
  }

  private volatile DenialMeaning denialMeaning = DenialMeaning.LOGIN_LOST;

  /** True if the command is to be sent directly after the next login. */
  boolean isDenialUncertain() {
    return denialMeaning == DenialMeaning.UNCERTAIN;
  }

  /** True if the command is denied even to a logged-in user. */
  boolean isDenialMeaningless() {
    return denialMeaning == DenialMeaning.MEANINGLESS;
  }

  /** Evaluates an outcome directly after a login: true if a denial has no meaning. */
  boolean isDeniedAfterLogin(Tl1Outcome outcome) {
    var isDenied = isAmbiguousDenial(outcome);
    switch (outcome) {
      case Completed _, Partial _, Denied _ ->
          denialMeaning = isDenied ? DenialMeaning.MEANINGLESS : DenialMeaning.LOGIN_LOST;
      case NotSent _, Unknown _ -> {} // tried again after the next login
    }
    return isDenied;
  }

  boolean indicatesLoss(Tl1Outcome outcome) {
    if (isAmbiguousDenial(outcome)) {
      denialMeaning =
          denialMeaning == DenialMeaning.MEANINGLESS
              ? DenialMeaning.MEANINGLESS
              : DenialMeaning.UNCERTAIN;
      return denialMeaning == DenialMeaning.UNCERTAIN;
    }
    if (outcome instanceof Completed) {
      denialMeaning = DenialMeaning.LOGIN_LOST;
    }
    return outcome instanceof Denied denied && NotLoggedInPatterns.matches(denied);
  }

  private static boolean isAmbiguousDenial(Tl1Outcome outcome) {
    return outcome instanceof Denied denied
        && NotLoggedInPatterns.matches(denied)
        && !NotLoggedInPatterns.matches(denied.text());
  }
}
