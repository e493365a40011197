package org.touchpaper.demo.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Summary of an element's transcript: each command that changes something with its response,
 * commands without a response on one line, and the number of reads. Echoes, prompts and framing are
 * left out.
 */
final class ElementTranscriptSummary {

  private static final Pattern LINE = Pattern.compile("\\S+ \\S+ (<-|->|--) ?(.*)");

  /** Prompts, framing of responses, and TL1's acknowledgment, header and terminator. */
  private static final Pattern FRAMING =
      Pattern.compile(
          "|[\\w-]+(\\([\\w-]+\\))?[#>] ?|Password: ?|User Access Verification|[- ]+"
              + "|Building configuration...|Enter configuration commands.*|!|end|\\^"
              + "|IP \\d+|[<;>]|\\S+ \\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");

  private static final Pattern READ_COMMAND = Pattern.compile("RTRV-.*|show .*");
  private static final Pattern NOTHING_FOUND =
      Pattern.compile("Empty list|not found|not configured|Invalid input");
  private static final Pattern COMPLETION = Pattern.compile("M +\\d+ (\\w+)");
  private static final String DONE = "COMPLD";

  private final List<String> summary = new ArrayList<>();
  private final List<String> silentCommands = new ArrayList<>();
  private final List<String> answer = new ArrayList<>();
  private String command = "";
  private int reads;
  private int found;

  private ElementTranscriptSummary() {}

  static List<String> summarize(List<String> transcript) {
    var summary = new ElementTranscriptSummary();
    for (var raw : transcript) {
      var line = LINE.matcher(raw);
      if (line.matches()) {
        summary.receive(line.group(1), line.group(2).strip());
      }
    }
    summary.finishExchange();
    summary.summarizeReads();
    summary.summarizeSilentCommands();
    return List.copyOf(summary.summary);
  }

  private void receive(String direction, String text) {
    if (direction.equals("<-")) {
      finishExchange();
      command = text;
    } else if (direction.equals("->")
        && !text.equals(command)
        && !FRAMING.matcher(text).matches()) {
      answer.add(COMPLETION.matcher(text).replaceFirst("$1"));
    }
  }

  private void finishExchange() {
    if (READ_COMMAND.matcher(command).matches()) {
      summarizeSilentCommands();
      reads++;
      found += NOTHING_FOUND.matcher(String.join(" ", answer)).find() ? 0 : 1;
    } else if (!command.isEmpty()) {
      summarizeReads();
      summarizeCommand();
    }
    command = "";
    answer.clear();
  }

  private void summarizeCommand() {
    if (answer.isEmpty()) {
      silentCommands.add(command);
    } else {
      summarizeSilentCommands();
      var isDone = answer.getFirst().equals(DONE);
      summary.add(command + "  →  " + (isDone ? DONE : String.join(" / ", answer)));
    }
  }

  private void summarizeReads() {
    if (reads > 0) {
      summary.add(
          reads
              + (reads == 1 ? " read: " : " reads: ")
              + (found == 0 ? "nothing there" : found + " found"));
      reads = 0;
      found = 0;
    }
  }

  private void summarizeSilentCommands() {
    if (!silentCommands.isEmpty()) {
      summary.add(String.join(" · ", silentCommands));
      silentCommands.clear();
    }
  }
}
