package org.touchpaper.hlm.cli;

import java.util.function.Supplier;
import org.touchpaper.hlm.Answer;

/** Asks for what may take longer to decide than the BAR lets a call wait. */
final class Asking {

  /** The BAR answers "undecided" after 10 s; a repeat waits as long again. */
  private static final int TIMES_TO_ASK = 3;

  private Asking() {}

  /** Sends the same request again while the answer is that it is not decided yet. */
  static <T> Answer<T> untilDecided(Surroundings surroundings, Supplier<Answer<T>> request) {
    var answer = request.get();
    for (var asked = 1; asked < TIMES_TO_ASK && answer instanceof Answer.Undecided; asked++) {
      surroundings.err().println("not decided yet, still asking");
      answer = request.get();
    }
    return answer;
  }
}
