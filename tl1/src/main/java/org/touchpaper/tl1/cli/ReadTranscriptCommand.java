package org.touchpaper.tl1.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.TelnetNegotiator;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.StrayLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that decodes a captured transcript. */
@Command(
    name = "read",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the messages that an element sent, from a captured transcript.",
      "Prints responses with their segments, acknowledgements and autonomous messages. Other lines",
      "(echoes, prompts, banners, broken messages) are printed as 'stray'. Telnet commands and",
      "leading lines that begin with # are skipped. Of a transcript as 'touchpaper element",
      "transcript' prints it or a service keeps it (TID.log), only the element's lines are read."
    },
    footerHeading = "%nJSON:%n",
    footer = {
      "  One object per line, in the order received. \"kind\" is one of",
      "    response    sid, date, time, ctag, completion (COMPLD, DENY, PRTL, DELAY, RTRV), errcode,",
      "                rows, comments, terminator (\";\", \">\": more follows, null: cut short)",
      "    autonomous  sid, date, time, almcde, atag, verb, rows, comments, terminator",
      "    ack         code (IP, PF, OK, NA, NG, RL), ctag",
      "    stray       text",
      "  Rows are without their outer quotes, comments without delimiters; all else is as sent.",
      "",
      "Examples:",
      "  touchpaper tl1 read capture.txt",
      "  touchpaper tl1 read --json - < capture.txt",
      "  touchpaper element transcript LONDON --lines 500 | touchpaper tl1 read -"
    })
final class ReadTranscriptCommand implements Callable<Integer> {

  /**
   * Limit of stray text kept back until the first message, in characters. No session transcript
   * begins with more; longer text is printed although it may not be a transcript.
   */
  private static final int MAX_HELD_BACK_CHARS = 8_000_000;

  /**
   * Limit of one message, in bytes. A session must bound what an element can make it keep; here a
   * person asks for one file, and a full switch's answer may exceed a session's limit.
   */
  private static final int MAX_MESSAGE_BYTES = 64_000_000;

  private final InputStream standardInput;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "The captured file; - for standard input.")
  private String file = "";

  @Option(names = "--json", description = "Print JSON, one message per line.")
  private boolean json;

  private final List<OutputMessage> heldBack = new ArrayList<>();
  private boolean hasMessage;
  private int strayCount;
  private int heldBackChars;

  ReadTranscriptCommand(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  @Override
  public Integer call() {
    try (var in = open()) {
      read(in);
    } catch (NoSuchFileException e) {
      return fail(file.isEmpty() ? "the file name is empty" : "no such file: " + file);
    } catch (AccessDeniedException e) {
      return fail("no permission to read " + file);
    } catch (IOException e) {
      return fail("cannot read " + file + ": " + e.getMessage());
    }
    return hasMessage ? 0 : fail(noMessageReason());
  }

  private InputStream open() throws IOException {
    if (file.equals("-")) {
      return new BufferedInputStream(standardInput);
    }
    if (file.isEmpty()) {
      throw new NoSuchFileException(file);
    }
    var path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new IOException("it is a directory; name a file");
    }
    return new BufferedInputStream(Files.newInputStream(path));
  }

  private void read(InputStream in) throws IOException {
    skipComments(in);
    var writer = json ? new JsonMessageWriter(spec.commandLine().getOut()) : textWriter();
    var decoder = new MessageDecoder(MAX_MESSAGE_BYTES);
    var stored = StoredTranscriptReader.openIfStored(in);
    if (stored == null) {
      readCapture(in, decoder, writer);
    } else {
      for (var bytes = stored.nextBytes();
          bytes != null && !isOutputClosed();
          bytes = stored.nextBytes()) {
        decoder.feed(bytes).forEach(message -> write(writer, message));
      }
    }
    decoder.finish().ifPresent(message -> write(writer, message));
    if (hasMessage) {
      writer.finish();
    }
  }

  private void readCapture(InputStream in, MessageDecoder decoder, MessageWriter writer)
      throws IOException {
    var telnet = new TelnetNegotiator();
    var buffer = new byte[65_536];
    for (var length = in.read(buffer); length >= 0 && !isOutputClosed(); length = in.read(buffer)) {
      decoder.feed(telnet.feed(buffer, 0, length)).forEach(message -> write(writer, message));
    }
  }

  /** True if the reader of our output has closed it. */
  private boolean isOutputClosed() {
    return spec.commandLine().getOut().checkError();
  }

  private MessageWriter textWriter() {
    return new TextMessageWriter(spec.commandLine().getOut());
  }

  private static void skipComments(InputStream in) throws IOException {
    for (in.mark(1); in.read() == '#'; in.mark(1)) {
      var b = in.read();
      while (b >= 0 && b != '\n') {
        b = in.read();
      }
    }
    in.reset();
  }

  /** Holds strays back until the first message: strays alone are not a transcript. */
  private void write(MessageWriter writer, OutputMessage message) {
    if (message instanceof StrayLine(var line)) {
      strayCount++;
      heldBackChars += line.length();
    } else {
      hasMessage = true;
    }
    heldBack.add(message);
    if (hasMessage || heldBackChars > MAX_HELD_BACK_CHARS) {
      heldBack.forEach(writer::write);
      heldBack.clear();
      heldBackChars = 0;
    }
  }

  private String noMessageReason() {
    var first =
        heldBack.isEmpty()
            ? ""
            : TextMessageWriter.escapeControlCharacters(((StrayLine) heldBack.getFirst()).line());
    return "no TL1 message in "
        + file
        + switch (strayCount) {
          case 0 -> ": the input is empty";
          case 1 -> ": the only line is '" + abbreviate(first) + "'";
          default ->
              ": none of the "
                  + strayCount
                  + " lines belongs to a message; the first is '"
                  + abbreviate(first)
                  + "'";
        };
  }

  private static String abbreviate(String line) {
    return line.length() > 60 ? line.substring(0, 60) + "…" : line;
  }

  private int fail(String reason) {
    spec.commandLine().getErr().println("touchpaper tl1 read: " + reason);
    return 1;
  }
}
