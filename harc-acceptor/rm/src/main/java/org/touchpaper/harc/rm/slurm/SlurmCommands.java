package org.touchpaper.harc.rm.slurm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Slurm's own commands, as an operator of the cluster. What they must find in their
 * environment is set right before them by {@code env}, because neither ssh nor sudo hands one on:
 * {@code ssh head env TZ=UTC … scontrol …}.
 *
 * @param scontrol the program and its first arguments, such as {@code sudo -u slurm scontrol}
 * @param scancel likewise
 * @param conf the cluster's slurm.conf; null for the machine's own
 * @param timeout after which a command is killed if it can be, and what it did is not known
 */
public record SlurmCommands(
    List<String> scontrol, List<String> scancel, @Nullable Path conf, Duration timeout)
    implements SlurmAccess {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmCommands.class);
  private static final Set<String> OWN = Set.of("scontrol", "scancel");

  /** What no shell reads as anything else: the program may be behind ssh. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:=+@%/\\[\\]-]*[$]?");

  public SlurmCommands {
    scontrol = List.copyOf(scontrol);
    scancel = List.copyOf(scancel);
  }

  /** What a command said, on both its outputs, and how it ended. */
  record Said(String line, int status, String text) {
    boolean isDone() {
      return status == 0;
    }

    String firstLine() {
      return text.lines().findFirst().orElse("status " + status);
    }
  }

  /** Gives up at the timeout even where the command cannot be killed, as one run by sudo cannot. */
  Said run(List<String> program, List<String> words) throws IOException {
    for (var word : words) {
      if (!PLAIN.matcher(word).matches()) {
        throw new IOException("not said, because a shell might read more in it: " + word);
      }
    }
    var line = line(program, words);
    var process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      var said = saidBy(process, line).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      LOG.debug("{} status={} {}", said.line(), said.status(), said.firstLine());
      return said;
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + timeout.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      kill(process);
    }
  }

  /** Its outputs are read on a thread of their own: they may stay open for ever. */
  private static Future<Said> saidBy(Process process, List<String> line) {
    var reading =
        new FutureTask<>(() -> {
          var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
          return new Said(String.join(" ", line), process.waitFor(), text.strip());
        });
    Thread.ofPlatform().daemon().name("output of " + line.getFirst()).start(reading);
    return reading;
  }

  /** The environment stands before Slurm's own program, or before a script of another name. */
  private List<String> line(List<String> program, List<String> words) {
    var line = new ArrayList<>(program);
    var at = line.size() - 1;
    while (at > 0 && !OWN.contains(String.valueOf(Path.of(line.get(at)).getFileName()))) {
      at--;
    }
    line.addAll(at, environment());
    line.addAll(words);
    return line;
  }

  /** The cluster's own zone, and how its people like their times printed, must not matter. */
  private List<String> environment() {
    var words = new ArrayList<>(List.of("env", "TZ=UTC", "LC_ALL=C", "SLURM_TIME_FORMAT=standard"));
    if (conf != null) {
      words.add("SLURM_CONF=" + conf);
    }
    return words;
  }

  private static void kill(Process process) {
    if (!process.isAlive()) {
      return;
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
