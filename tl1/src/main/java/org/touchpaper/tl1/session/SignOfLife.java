package org.touchpaper.tl1.session;

import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/**
 * What a denial of the sign of life says of the login.
 *
 * <p>PLNA and a bare denial mean that nobody is logged in, or that this user may not ask. The two
 * can be told apart only right after a login, when somebody is for certain: so the first such
 * denial costs one login more, behind which the same is asked again. What is denied even then says
 * nothing, and is a sign of life like any other answer.
 */
final class SignOfLife {

  static final InputCommand COMMAND = InputCommand.of("RTRV-HDR");

  private enum Denial {
    MEANS_LOST,
    DOUBTED,
    MEANS_NOTHING
  }

  private volatile Denial denial = Denial.MEANS_LOST;

  /** True if it is to be asked right after the next login. */
  boolean isDoubted() {
    return denial == Denial.DOUBTED;
  }

  /** True if it is denied to us even when we are logged in. */
  boolean meansNothing() {
    return denial == Denial.MEANS_NOTHING;
  }

  /** True if this, heard right after a login, shows that its denial means nothing. */
  boolean showsAfterLogin(Tl1Outcome outcome) {
    var isDenied = isAmbiguous(outcome);
    switch (outcome) {
      case Completed _, Partial _, Denied _ ->
          denial = isDenied ? Denial.MEANS_NOTHING : Denial.MEANS_LOST;
      case NotSent _, Unknown _ -> {} // asked again with the next login
    }
    return isDenied;
  }

  /** True if this, heard at any time, says that the login is lost. */
  boolean tellsOfLoss(Tl1Outcome outcome) {
    if (isAmbiguous(outcome)) {
      denial = denial == Denial.MEANS_NOTHING ? Denial.MEANS_NOTHING : Denial.DOUBTED;
      return denial == Denial.DOUBTED;
    }
    if (outcome instanceof Completed) {
      denial = Denial.MEANS_LOST;
    }
    return outcome instanceof Denied denied && LoginLost.says(denied);
  }

  private static boolean isAmbiguous(Tl1Outcome outcome) {
    return outcome instanceof Denied denied
        && LoginLost.says(denied)
        && !LoginLost.says(denied.text());
  }
}
