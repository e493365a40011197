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
import org.touchpaper.tl1.codec.Telnet;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Stray;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that reads a captured transcript. */
@Command(
    name = "read",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the messages that an element sent, from a captured transcript.",
      "Responses and their segments, acknowledgements, autonomous messages, and as 'stray' what",
      "belongs to none: echoes, prompts, banners, what is broken. Telnet's own bytes and leading",
      "lines that begin with # are left out; so are, of a transcript as 'touchpaper element",
      "transcript' prints it, or a service keeps it in TID.log, the lines that the element did not say."
    },
    footerHeading = "%nJSON:%n",
    footer = {
      "  One object a line, in the order of the wire. \"kind\" is one of",
      "    response    sid, date, time, ctag, completion (COMPLD, DENY, PRTL, DELAY, RTRV), errcode,",
      "                rows, comments, terminator (\";\", \">\": more follows, null: cut short)",
      "    autonomous  sid, date, time, almcde, atag, verb, rows, comments, terminator",
      "    ack         code (IP, PF, OK, NA, NG, RL), ctag",
      "    stray       text",
      "  Rows are without their outer quotes, comments without their marks, all else as it was sent.",
      "",
      "Examples:",
      "  touchpaper tl1 read capture.txt",
      "  touchpaper tl1 read --json - < capture.txt",
      "  touchpaper element transcript LONDON --lines 500 | touchpaper tl1 read -"
    })
final class ReadCommand implements Callable<Integer> {

  /**
   * How many characters of strays wait for a message to come out with. No log of a session begins
   * with more; whatever is longer comes out though it may be no transcript at all.
   */
  private static final int HELD_BACK = 8_000_000;

  private final InputStream standardInput;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A file as captured; - for standard input.")
  private String file = "";

  @Option(names = "--json", description = "Print JSON, one message a line.")
  private boolean json;

  private final List<OutputMessage> heldBack = new ArrayList<>();
  private boolean heardAny;
  private int strays;
  private int held;

  ReadCommand(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  @Override
  public Integer call() {
    try (var in = open()) {
      read(in);
    } catch (NoSuchFileException e) {
      return fail("there is no file " + (file.isEmpty() ? "without a name" : file));
    } catch (AccessDeniedException e) {
      return fail("you may not read " + file);
    } catch (IOException e) {
      return fail("cannot read " + file + ": " + e.getMessage());
    }
    return heardAny ? 0 : fail(nothing());
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
      throw new IOException("it is a directory");
    }
    return new BufferedInputStream(Files.newInputStream(path));
  }

  private void read(InputStream in) throws IOException {
    skipNotes(in);
    var sheet = json ? new JsonSheet(spec.commandLine().getOut()) : readable();
    var decoder = new MessageDecoder();
    var kept = KeptTranscript.in(in);
    if (kept == null) {
      readWire(in, decoder, sheet);
    } else {
      for (var said = kept.next(); said != null && !isUnread(); said = kept.next()) {
        decoder.feed(said).forEach(message -> tell(sheet, message));
      }
    }
    decoder.unfinished().ifPresent(message -> tell(sheet, message));
    if (heardAny) {
      sheet.end();
    }
  }

  private void readWire(InputStream in, MessageDecoder decoder, Sheet sheet) throws IOException {
    var telnet = new Telnet();
    var buffer = new byte[65_536];
    for (var length = in.read(buffer); length >= 0 && !isUnread(); length = in.read(buffer)) {
      decoder.feed(telnet.feed(buffer, 0, length)).forEach(message -> tell(sheet, message));
    }
  }

  /** True if nobody reads on. */
  private boolean isUnread() {
    return spec.commandLine().getOut().checkError();
  }

  private Sheet readable() {
    return new ReadableSheet(spec.commandLine().getOut());
  }

  /** The lines in front that say where a transcript is from. */
  private static void skipNotes(InputStream in) throws IOException {
    for (in.mark(1); in.read() == '#'; in.mark(1)) {
      var b = in.read();
      while (b >= 0 && b != '\n') {
        b = in.read();
      }
    }
    in.reset();
  }

  /** Strays alone are no transcript: they come out with the first message. */
  private void tell(Sheet sheet, OutputMessage message) {
    if (message instanceof Stray(var line)) {
      strays++;
      held += line.length();
    } else {
      heardAny = true;
    }
    heldBack.add(message);
    if (heardAny || held > HELD_BACK) {
      heldBack.forEach(sheet::tell);
      heldBack.clear();
      held = 0;
    }
  }

  private String nothing() {
    var first =
        heldBack.isEmpty() ? "" : ReadableSheet.visible(((Stray) heldBack.getFirst()).line());
    return "no TL1 message in "
        + file
        + switch (strays) {
          case 0 -> ": it is empty";
          case 1 -> ": its one line is '" + cut(first) + "'";
          default ->
              ": it has " + strays + " lines that belong to none, first '" + cut(first) + "'";
        };
  }

  private static String cut(String line) {
    return line.length() > 60 ? line.substring(0, 60) + "…" : line;
  }

  private int fail(String why) {
    spec.commandLine().getErr().println("touchpaper tl1 read: " + why);
    return 1;
  }
}
