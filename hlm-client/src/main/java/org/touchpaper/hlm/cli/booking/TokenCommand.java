package org.touchpaper.hlm.cli.booking;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import org.touchpaper.hlm.cli.output.TokenPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code token} with its subcommands, which log in with a password. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description =
        "Makes, lists and revokes API tokens, with which programs call a BAR in your name. Put the"
            + " secret of one into TOUCHPAPER_TOKEN.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper token create --scope read,book --expires +P30D workflow",
      "  touchpaper token list",
      "  touchpaper token revoke 7b0c1c43-5e7c-4f29-8a6a-1d2f0c3b4a59"
    })
public final class TokenCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing subcommand: create, list or revoke");
  }

  @Command(
      name = "create",
      description = "Makes a token, and prints its secret, which is not shown again.")
  public static final class CreateCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "What you call it.")
    private String name = "";

    @Option(
        names = "--scope",
        paramLabel = "SCOPE",
        split = ",",
        required = true,
        description = "read, book or operate; several separated by commas.")
    private List<String> scopes = List.of();

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "When it expires, as for reserve. Default: what the BAR is configured to.")
    private @Nullable String expires;

    public CreateCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      var end = expiry();
      try (var client = barConnectionOptions.connectWithPassword(environment)) {
        return barConnectionOptions
            .printer(environment)
            .print(
                client.createToken(name, scopes, end),
                new TokenPrinter(environment)::printCreatedToken,
                new RetryAdviceTexts(
                    "not finished",
                    "Try again later.",
                    "List your tokens, and revoke the one whose secret you did not get."))
            .code();
      }
    }

    private @Nullable Instant expiry() {
      try {
        return expires == null
            ? null
            : TimeOptionParser.parseInstant("--expires", expires, environment.clock().instant());
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
      }
    }
  }

  @Command(name = "list", description = "Lists your tokens without their secrets.")
  public static final class ListCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

    public ListCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      try (var client = barConnectionOptions.connectWithPassword(environment)) {
        return barConnectionOptions
            .printer(environment)
            .print(
                client.listTokens(),
                new TokenPrinter(environment)::printTokens,
                RetryAdviceTexts.tryAgain())
            .code();
      }
    }
  }

  @Command(name = "revoke", description = "Revokes a token, at once and for good.")
  public static final class RevokeCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

    @Parameters(paramLabel = "ID", description = "The token's id, as listed.")
    private UUID id = new UUID(0, 0);

    public RevokeCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      try (var client = barConnectionOptions.connectWithPassword(environment)) {
        return barConnectionOptions
            .printer(environment)
            .print(
                client.revokeToken(id.toString()),
                _ -> new TokenPrinter(environment).printRevokedToken(id.toString()),
                RetryAdviceTexts.tryAgain())
            .code();
      }
    }
  }
}
