package org.touchpaper.hlm.cli.harc;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of commands that call acceptors, as a peer with the role {@code admin}. */
@Command(mixinStandardHelpOptions = true)
final class HarcOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Data directory of a demo network on this machine; its configuration has the acceptors'"
              + " ports. Default: .touchpaper beside the script.")
  private Path data = Path.of(System.getProperty("touchpaper.home", "."), ".touchpaper");

  @Option(
      names = "--peers",
      paramLabel = "FILE",
      description =
          "For other acceptors: a file of properties touchpaper.peers.<acceptor>.url and .secret or"
              + " .secret-file.")
  private @Nullable Path peers;

  @Option(names = "--as", paramLabel = "NAME", description = "Own peer name. Default: harc-admin.")
  private String self = "harc-admin";

  @Option(names = "--json", description = "Print the acceptors' JSON responses.")
  private boolean json;

  boolean json() {
    return json;
  }

  AcceptorAdminClient connect() {
    var file = peers == null ? data.resolve("config").resolve("harc-admin.properties") : peers;
    try {
      return AcceptorAdminClient.read(self, file);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "cannot read " + file + " (--data or --peers): " + e.getMessage());
    }
  }

  static String encode(String parameter) {
    return URLEncoder.encode(parameter, StandardCharsets.UTF_8);
  }
}
