package org.touchpaper.bench.tl1;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.bench.process.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench tl1}: throughput of the TL1 codec and of sessions. */
@Command(
    name = "tl1",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the TL1 codec (with JMH) and one session with an emulated element over a socket.",
      "Baselines for the codec: a copy of the same bytes, and a split at semicolons as in simple",
      "clients. Baseline for the session: exchanges of the same size over a bare socket. Both ends of",
      "each socket are in this process; the session writes its transcript to disk as in a service.",
      "Exits with 1 if the codec or a session misses its target."
    })
public final class Tl1Bench extends AbstractBenchCommand {

  private static final double CODEC_TARGET = 100;
  private static final double SESSION_TARGET = 5_000;

  @Option(
      names = "--transcripts",
      paramLabel = "DIR",
      description = {
        "transcripts to read (*.txt; the first line is a comment); default: shared/tl1-transcripts",
        "beside the repository, else generated messages"
      })
  private @Nullable Path transcripts;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "length of each measurement and of its warm-up (${DEFAULT-VALUE})")
  private double seconds = 5;

  @Option(names = "--no-fork", description = "measure the codec in this JVM: faster, less accurate")
  private boolean noFork;

  /** The results in MB/s, commands per second and exchanges per second. */
  record MeasuredRates(
      DecoderThroughputResult codec, double coreDirector, double ons, double bareSocket) {
    boolean meetsTargets() {
      return codec.decode() >= CODEC_TARGET && Math.min(coreDirector, ons) >= SESSION_TARGET;
    }
  }

  @Override
  public Integer call() throws Exception {
    check();
    var folder = transcripts == null ? BenchTranscripts.besideRepository() : transcripts;
    var recordings = BenchTranscripts.of(folder);
    err()
        .printf(
            Locale.ROOT,
            "codec on %s, %,d bytes%n",
            recordings.source(),
            recordings.bytes().length);
    var codec = DecoderThroughputResult.measure(folder, seconds, !noFork);
    err().println("one session, " + SessionBenchmark.MAX_OUTSTANDING + " reads outstanding");
    var workDirectory = WorkDirectory.create("tl1");
    try {
      var directory = workDirectory.path();
      var result =
          new MeasuredRates(
              codec,
              SessionBenchmark.measure(
                  SessionBenchmark.MeasuredElement.CORE_DIRECTOR, directory, seconds),
              SessionBenchmark.measure(
                  SessionBenchmark.MeasuredElement.ONS_15454, directory, seconds),
              SocketBaseline.measure(seconds));
      report(result);
      return result.meetsTargets() ? 0 : 1;
    } finally {
      workDirectory.delete();
    }
  }

  private void check() {
    if (!(seconds > 0 && seconds <= 600)) {
      throw invalidOption("--seconds must be above 0 and at most 600");
    }
    if (transcripts != null && !Files.isDirectory(transcripts)) {
      throw invalidOption("no such folder: " + transcripts);
    }
  }

  private void report(MeasuredRates result) {
    var codec = result.codec();
    line("codec", codec.decode(), "MB/s", verdict(codec.decode(), CODEC_TARGET));
    line("  split at semicolons", codec.split(), "MB/s", ratio(codec.decode(), codec.split()));
    line("  plain copy", codec.copy(), "MB/s", ratio(codec.decode(), codec.copy()));
    var session = result.coreDirector();
    line("session, CoreDirector", session, "commands/s", verdict(session, SESSION_TARGET));
    line("session, ONS 15454", result.ons(), "commands/s", verdict(result.ons(), SESSION_TARGET));
    line("  bare socket", result.bareSocket(), "exchanges/s", ratio(session, result.bareSocket()));
    printJson(
        "{\"codec_mb_s\":%.1f,\"session_cmd_s\":%.0f,\"split_mb_s\":%.1f,"
            + "\"copy_mb_s\":%.1f,\"session_ons_cmd_s\":%.0f,\"bare_socket_s\":%.0f}",
        codec.decode(), session, codec.split(), codec.copy(), result.ons(), result.bareSocket());
  }

  private void line(String label, double value, String unit, String remark) {
    print("%-22s %,10.0f %-12s %s%n", label, value, unit, remark);
  }

  private static String verdict(double value, double target) {
    return String.format(
        Locale.ROOT, "(target: %,.0f; %s)", target, value >= target ? "reached" : "missed");
  }

  private static String ratio(double rate, double baseline) {
    return String.format(Locale.ROOT, "(Touchpaper: %.2f times)", rate / baseline);
  }
}
