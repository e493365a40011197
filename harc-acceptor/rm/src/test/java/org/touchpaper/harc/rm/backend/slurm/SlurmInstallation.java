package org.touchpaper.harc.rm.backend.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The location of Slurm's programs: this machine, or a directory with those of a newer Debian, as
 * {@code .ci/slurm-tree} creates it.
 *
 * @param root null for this machine
 */
record SlurmInstallation(@Nullable Path root) {
  static final SlurmInstallation OF_THIS_MACHINE = new SlurmInstallation(null);

  /** Its mounts are visible to that one process alone, and disappear with it. */
  private static final String ENTER =
      """
      root=$1; user=$2; shift 2
      for directory in proc dev tmp; do mount --rbind /$directory "$root/$directory" || exit; done
      exec chroot --userspec="$user" "$root" /usr/bin/env PATH=/usr/sbin:/usr/bin "$@"
      """;

  /** The tree with a slurmrestd that can write reservations, or why there is none. */
  static SlurmInstallation findNewer() throws MissingInstallationException {
    var root =
        Path.of(
            Optional.ofNullable(System.getenv("TOUCHPAPER_SLURM_ROOT"))
                .orElse("/var/lib/touchpaper/slurm"));
    if (!Files.isExecutable(root.resolve("usr/sbin/slurmrestd"))) {
      throw new MissingInstallationException(
          "%s has no usr/sbin/slurmrestd; '.ci/slurm-tree %s' makes it".formatted(root, root));
    }
    var installation = new SlurmInstallation(root);
    installation.requireUsable();
    return installation;
  }

  private void requireUsable() throws MissingInstallationException {
    try {
      var line = new ArrayList<>(commandPrefix("root:root"));
      line.addAll(List.of("slurmrestd", "-V"));
      var trial = new ProcessBuilder(line).redirectErrorStream(true).start();
      var output = new String(trial.getInputStream().readAllBytes(), UTF_8).strip();
      if (!trial.waitFor(60, TimeUnit.SECONDS) || trial.exitValue() != 0) {
        throw new MissingInstallationException(
            "nothing runs in " + root + ", it takes root to: " + output);
      }
    } catch (IOException e) {
      throw new MissingInstallationException("nothing runs in " + root + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MissingInstallationException("interrupted");
    }
  }

  /** The command prefix that runs a program as root. */
  List<String> commandPrefix() {
    return commandPrefix("root:root");
  }

  /** The command prefix that runs a program as that user and group. */
  List<String> commandPrefix(String user) {
    return root == null
        ? List.of()
        : List.of("unshare", "--mount", "sh", "-c", ENTER, "sh", root.toString(), user);
  }

  boolean isOfThisMachine() {
    return root == null;
  }

  /** There is no such tree. */
  static final class MissingInstallationException extends Exception {
    private static final long serialVersionUID = 1;

    MissingInstallationException(String reason) {
      super(reason);
    }
  }
}
