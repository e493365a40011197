package org.touchpaper.bench.tl1;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.Scratch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that measures how fast TL1 is read and spoken. */
@Command(
    name = "tl1",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the TL1 codec (with JMH) and one session with an emulated element over a socket.",
      "Beside the codec: a plain copy of the same bytes, and a reader that splits at semicolons, as",
      "simple clients do. Beside the session: as many bytes over a bare socket. Both sides of each",
      "socket are in this process, and the session keeps its transcript on disk as in a service.",
      "Exits with 1 if the codec or a session is slower than is wanted of it."
    })
public final class Tl1Bench implements Callable<Integer> {

  private static final double CODEC_TARGET = 100;
  private static final double SESSION_TARGET = 5_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--transcripts",
      paramLabel = "DIR",
      description = {
        "transcripts to read (*.txt, first line a note); if left out, shared/tl1-transcripts beside",
        "the repository, and generated messages where there is none"
      })
  private @Nullable Path transcripts;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "of each measurement, after as long a warm-up (${DEFAULT-VALUE})")
  private double seconds = 5;

  @Option(names = "--no-fork", description = "measure the codec in this JVM: quicker, less exact")
  private boolean noFork;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  /** What was measured, in MB/s, commands a second and exchanges a second. */
  record Result(CodecSpeed codec, double coreDirector, double ons, double bareSocket) {
    boolean isReached() {
      return codec.decode() >= CODEC_TARGET && Math.min(coreDirector, ons) >= SESSION_TARGET;
    }
  }

  @Override
  public Integer call() throws Exception {
    check();
    var folder = transcripts == null ? Recordings.besideRepository() : transcripts;
    var recordings = Recordings.of(folder);
    err()
        .printf(
            Locale.ROOT, "codec on %s, %,d bytes%n", recordings.from(), recordings.bytes().length);
    var codec = CodecSpeed.measure(folder, seconds, !noFork);
    err().println("one session, " + SessionSpeed.OUTSTANDING + " reads outstanding");
    var scratch = Scratch.of("tl1");
    try {
      var directory = scratch.directory();
      var result =
          new Result(
              codec,
              SessionSpeed.measure(SessionSpeed.Peer.CORE_DIRECTOR, directory, seconds),
              SessionSpeed.measure(SessionSpeed.Peer.ONS_15454, directory, seconds),
              SocketSpeed.measure(seconds));
      report(result);
      return result.isReached() ? 0 : 1;
    } finally {
      scratch.remove();
    }
  }

  private void check() {
    if (!(seconds > 0 && seconds <= 600)) {
      throw new ParameterException(spec.commandLine(), "--seconds is above 0, 600 at most");
    }
    if (transcripts != null && !Files.isDirectory(transcripts)) {
      throw new ParameterException(spec.commandLine(), "no such folder: " + transcripts);
    }
  }

  private void report(Result result) {
    var codec = result.codec();
    line("codec", codec.decode(), "MB/s", verdict(codec.decode(), CODEC_TARGET));
    line("  split at semicolons", codec.split(), "MB/s", ratio(codec.decode(), codec.split()));
    line("  plain copy", codec.copy(), "MB/s", ratio(codec.decode(), codec.copy()));
    var session = result.coreDirector();
    line("session, CoreDirector", session, "commands/s", verdict(session, SESSION_TARGET));
    line("session, ONS 15454", result.ons(), "commands/s", verdict(result.ons(), SESSION_TARGET));
    line("  bare socket", result.bareSocket(), "exchanges/s", ratio(session, result.bareSocket()));
    if (json) {
      out()
          .println(
              String.format(
                  Locale.ROOT,
                  "{\"codec_mb_s\":%.1f,\"session_cmd_s\":%.0f,\"split_mb_s\":%.1f,"
                      + "\"copy_mb_s\":%.1f,\"session_ons_cmd_s\":%.0f,\"bare_socket_s\":%.0f}",
                  codec.decode(),
                  session,
                  codec.split(),
                  codec.copy(),
                  result.ons(),
                  result.bareSocket()));
    }
  }

  private void line(String what, double value, String unit, String remark) {
    out().println(String.format(Locale.ROOT, "%-22s %,10.0f %-12s %s", what, value, unit, remark));
  }

  private static String verdict(double value, double target) {
    return String.format(
        Locale.ROOT, "(wanted: %,.0f; %s)", target, value >= target ? "reached" : "missed");
  }

  private static String ratio(double ours, double theirs) {
    return String.format(Locale.ROOT, "(ours is %.2f times that)", ours / theirs);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
