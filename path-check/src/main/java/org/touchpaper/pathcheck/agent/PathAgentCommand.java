package org.touchpaper.pathcheck.agent;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** {@code path-agent}: runs an agent until it is stopped. */
@Command(
    name = "path-agent",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Stands beside a host at which lightpaths end: reflects test packets (STAMP, RFC 8762), and checks a lightpath when the site's BAR asks for it.",
      "Runs until it is stopped. The BAR knows it as pathAgent of the host in directory.yaml: see docs/operations/path-check.md."
    })
public final class PathAgentCommand implements Callable<Integer> {

  /** The secret for people who have no file; a file is not seen in the list of processes. */
  private static final String SECRET_VARIABLE = "TOUCHPAPER_PATH_AGENT_SECRET";

  private static final Set<PosixFilePermission> OWNER =
      Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  @Option(
      names = "--listen",
      required = true,
      paramLabel = "ADDRESS:PORT",
      converter = AddressConverter.class,
      description = "where the BAR asks for checks, an address of the production network")
  private @Nullable InetSocketAddress listen;

  @Option(
      names = "--reflect",
      required = true,
      paramLabel = "ADDRESS:PORT",
      converter = AddressConverter.class,
      description = "where test packets are reflected, such as 0.0.0.0:862 for all lightpaths")
  private @Nullable InetSocketAddress reflect;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "the secret that the BAR sends (touchpaper.bar.path-check.secret), in a file of mode 0600; without it "
              + SECRET_VARIABLE)
  private @Nullable Path secretFile;

  @Option(
      names = "--max-mbps",
      defaultValue = "1000",
      paramLabel = "N",
      description = "the fastest check, in Mbit/s (default ${DEFAULT-VALUE})")
  private int maxMbps;

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  static final class AddressConverter implements ITypeConverter<InetSocketAddress> {
    @Override
    public InetSocketAddress convert(String text) {
      var colon = text.lastIndexOf(':');
      try {
        var host = text.substring(0, Math.max(0, colon)).replaceAll("^\\[|\\]$", "");
        var address = new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
        if (colon > 0 && !address.isUnresolved()) {
          return address;
        }
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(explain(text) + " (" + e.getMessage() + ")");
      }
      throw new TypeConversionException(explain(text));
    }

    private static String explain(String text) {
      return "an address of this host and a port, such as 10.1.0.5:8620; it is " + text;
    }
  }

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new PathAgentCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    var command = Objects.requireNonNull(spec).commandLine();
    var out = command.getOut();
    var err = command.getErr();
    try (var agent = PathAgent.start(options(command, err))) {
      out.printf(
          "path agent: checks at http://%s, reflector at %s%n",
          text(agent.control()), text(agent.reflect()));
      out.flush();
      new CountDownLatch(1).await(); // until the process is stopped
      return 0;
    } catch (IOException e) {
      err.println(
          "path-agent: cannot listen at "
              + text(Objects.requireNonNull(listen))
              + ", or reflect at "
              + text(Objects.requireNonNull(reflect))
              + ": "
              + e.getMessage()
              + "; a port below 1024 needs root or CAP_NET_BIND_SERVICE");
      return 1;
    }
  }

  private PathAgent.Options options(CommandLine command, PrintWriter err) {
    return new PathAgent.Options(
        Objects.requireNonNull(listen),
        Objects.requireNonNull(reflect),
        secret(command),
        maxMbps,
        problem -> {
          err.println("path-agent: " + problem);
          err.flush();
        });
  }

  private String secret(CommandLine command) {
    var file = secretFile;
    try {
      var secret = file == null ? System.getenv(SECRET_VARIABLE) : Files.readString(file).strip();
      if (secret == null || secret.isBlank()) {
        throw new ParameterException(
            command, "no secret: name a file with --secret-file, or set " + SECRET_VARIABLE);
      }
      if (file != null && !OWNER.containsAll(Files.getPosixFilePermissions(file))) {
        throw new ParameterException(
            command, "the secret file " + file + " is open to others: run chmod 600 on it");
      }
      return secret;
    } catch (IOException e) {
      throw new ParameterException(command, "cannot read the secret file " + file, e);
    }
  }

  private static String text(InetSocketAddress address) {
    var host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
