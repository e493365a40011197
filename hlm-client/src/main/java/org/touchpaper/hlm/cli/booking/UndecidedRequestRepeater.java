package org.touchpaper.hlm.cli.booking;

import java.util.function.Supplier;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Repeats a request that takes longer to decide than the BAR lets a call wait. */
final class UndecidedRequestRepeater {

  /** The BAR answers "undecided" after 10 s; each repeat waits up to another 10 s. */
  private static final int MAX_ATTEMPTS = 3;

  private UndecidedRequestRepeater() {}

  /** Repeats the request while the result is undecided, up to {@link #MAX_ATTEMPTS} times. */
  static <T> CallResult<T> untilDecided(
      CliEnvironment environment, Supplier<CallResult<T>> request) {
    var result = request.get();
    for (var attempt = 1;
        attempt < MAX_ATTEMPTS && result instanceof CallResult.Undecided;
        attempt++) {
      environment.err().println("not finished yet, waiting");
      result = request.get();
    }
    return result;
  }
}
