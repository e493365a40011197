package org.touchpaper.hlm.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which acceptors, and as which of their peers: one with the role admin. */
@Command(mixinStandardHelpOptions = true)
final class HarcAccess {
  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory of a network on this machine; else .touchpaper here.")
  private Path data = Path.of(".touchpaper");

  @Option(
      names = "--peers",
      paramLabel = "FILE",
      description =
          "Elsewhere: properties touchpaper.peers.<acceptor>.url and .secret or .secret-file.")
  private @Nullable Path peers;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "The peer name to ask under; else harc-admin.")
  private String self = "harc-admin";

  @Option(names = "--json", description = "Print the acceptors' answers as they are.")
  private boolean json;

  boolean json() {
    return json;
  }

  Acceptors connect() {
    var file = peers == null ? data.resolve("config").resolve("harc-admin.properties") : peers;
    try {
      return Acceptors.read(self, file);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "cannot read " + file + " (--data or --peers): " + e.getMessage());
    }
  }
}
