package org.touchpaper.harc.rm.slurm;

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
 * Where Slurm's programs are: on this machine, or in a directory with a newer Debian's, as {@code
 * .ci/slurm-tree} makes one.
 *
 * @param root null for this machine
 */
record SlurmTree(@Nullable Path root) {
  static final SlurmTree OF_THIS_MACHINE = new SlurmTree(null);

  /** What is mounted is seen by that one process alone, and gone with it. */
  private static final String ENTER =
      """
      root=$1; user=$2; shift 2
      for directory in proc dev tmp; do mount --rbind /$directory "$root/$directory" || exit; done
      exec chroot --userspec="$user" "$root" /usr/bin/env PATH=/usr/sbin:/usr/bin "$@"
      """;

  /** The tree with a slurmrestd that can write reservations, or why there is none to be had. */
  static SlurmTree newer() throws Missing {
    var root =
        Path.of(
            Optional.ofNullable(System.getenv("TOUCHPAPER_SLURM_ROOT"))
                .orElse("/var/lib/touchpaper/slurm"));
    if (!Files.isExecutable(root.resolve("usr/sbin/slurmrestd"))) {
      throw new Missing(
          "%s has no usr/sbin/slurmrestd; '.ci/slurm-tree %s' makes it".formatted(root, root));
    }
    var tree = new SlurmTree(root);
    tree.mustRun();
    return tree;
  }

  private void mustRun() throws Missing {
    try {
      var line = new ArrayList<>(prefix("root:root"));
      line.addAll(List.of("slurmrestd", "-V"));
      var trial = new ProcessBuilder(line).redirectErrorStream(true).start();
      var said = new String(trial.getInputStream().readAllBytes(), UTF_8).strip();
      if (!trial.waitFor(60, TimeUnit.SECONDS) || trial.exitValue() != 0) {
        throw new Missing("nothing runs in " + root + ", it takes root to: " + said);
      }
    } catch (IOException e) {
      throw new Missing("nothing runs in " + root + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Missing("interrupted");
    }
  }

  /** What stands before a program's name to run it as root. */
  List<String> prefix() {
    return prefix("root:root");
  }

  /** What stands before a program's name to run it as that user and group. */
  List<String> prefix(String user) {
    return root == null
        ? List.of()
        : List.of("unshare", "--mount", "sh", "-c", ENTER, "sh", root.toString(), user);
  }

  boolean isOfThisMachine() {
    return root == null;
  }

  /** There is no such tree. */
  static final class Missing extends Exception {
    private static final long serialVersionUID = 1;

    Missing(String reason) {
      super(reason);
    }
  }
}
