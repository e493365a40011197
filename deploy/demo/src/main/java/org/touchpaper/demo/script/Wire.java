package org.touchpaper.demo.script;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What was said on an element's line, told briefly: every command that changes something with its
 * answer, those answered with nothing in one line, reads counted. Echoes, prompts and frames are
 * left out; the element's own transcript has them all.
 */
final class Wire {

  private static final Pattern LINE = Pattern.compile("\\S+ \\S+ (<-|->|--) ?(.*)");

  /** Prompts, what surrounds an answer, and TL1's acknowledgment, header and end. */
  private static final Pattern FRAME =
      Pattern.compile(
          "|[\\w-]+(\\([\\w-]+\\))?[#>] ?|Password: ?|User Access Verification|[- ]+"
              + "|Building configuration...|Enter configuration commands.*|!|end|\\^"
              + "|IP \\d+|[<;>]|\\S+ \\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");

  private static final Pattern READ = Pattern.compile("RTRV-.*|show .*");
  private static final Pattern NOTHING =
      Pattern.compile("Empty list|not found|not configured|Invalid input");
  private static final Pattern COMPLETION = Pattern.compile("M +\\d+ (\\w+)");
  private static final String DONE = "COMPLD";

  private final List<String> told = new ArrayList<>();
  private final List<String> silent = new ArrayList<>();
  private final List<String> answer = new ArrayList<>();
  private String asked = "";
  private int reads;
  private int found;

  private Wire() {}

  static List<String> brief(List<String> transcript) {
    var wire = new Wire();
    for (var raw : transcript) {
      var line = LINE.matcher(raw);
      if (line.matches()) {
        wire.hear(line.group(1), line.group(2).strip());
      }
    }
    wire.finishExchange();
    wire.tellReads();
    wire.tellSilent();
    return List.copyOf(wire.told);
  }

  private void hear(String direction, String text) {
    if (direction.equals("<-")) {
      finishExchange();
      asked = text;
    } else if (direction.equals("->") && !text.equals(asked) && !FRAME.matcher(text).matches()) {
      answer.add(COMPLETION.matcher(text).replaceFirst("$1"));
    }
  }

  private void finishExchange() {
    if (READ.matcher(asked).matches()) {
      tellSilent();
      reads++;
      found += NOTHING.matcher(String.join(" ", answer)).find() ? 0 : 1;
    } else if (!asked.isEmpty()) {
      tellReads();
      tellCommand();
    }
    asked = "";
    answer.clear();
  }

  private void tellCommand() {
    if (answer.isEmpty()) {
      silent.add(asked);
    } else {
      tellSilent();
      var isDone = answer.getFirst().equals(DONE);
      told.add(asked + "  →  " + (isDone ? DONE : String.join(" / ", answer)));
    }
  }

  private void tellReads() {
    if (reads > 0) {
      told.add(
          reads
              + (reads == 1 ? " read: " : " reads: ")
              + (found == 0 ? "nothing there" : found + " found"));
      reads = 0;
      found = 0;
    }
  }

  private void tellSilent() {
    if (!silent.isEmpty()) {
      told.add(String.join(" · ", silent));
      silent.clear();
    }
  }
}
