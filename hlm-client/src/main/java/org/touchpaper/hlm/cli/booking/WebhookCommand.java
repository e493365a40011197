package org.touchpaper.hlm.cli.booking;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.WebhookDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code webhook} with its subcommands. */
@Command(
    name = "webhook",
    mixinStandardHelpOptions = true,
    description = "Has what happens to bookings posted to an address.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper webhook add https://middleware.example/hooks --type committed,refused",
      "  touchpaper webhook list",
      "  touchpaper webhook resume 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b77",
      "  touchpaper webhook remove 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b77"
    })
public final class WebhookCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing subcommand: add, list, resume or remove");
  }

  /** A call of the BAR. */
  @FunctionalInterface
  private interface BarCall<T> {
    CallResult<T> send(HlmClient client);
  }

  private static <T> int print(
      CliEnvironment environment, BarConnectionOptions options, BarCall<T> call, Consumer<T> text) {
    try (var client = options.connect(environment)) {
      return options
          .printer(environment)
          .print(call.send(client), text, RetryAdviceTexts.tryAgain())
          .code();
    }
  }

  private static void print(CliEnvironment environment, WebhookDto webhook) {
    environment.printLine(
        webhook.id()
            + "  "
            + webhook.state()
            + "  "
            + webhook.url()
            + (webhook.types().isEmpty() ? "" : "  " + String.join(",", webhook.types()))
            + (webhook.lastFailure() == null
                ? ""
                : "  failing since " + webhook.failingSince() + ": " + webhook.lastFailure()));
    if (webhook.secret() != null) {
      environment.printLine("secret: " + webhook.secret());
    }
  }

  @Command(name = "add", description = "Adds a webhook, and shows its secret this once.")
  public static final class AddCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

    @Parameters(paramLabel = "ADDRESS", description = "Where to post events; https.")
    private String address = "";

    @Option(
        names = "--type",
        paramLabel = "TYPE",
        split = ",",
        description = "Only events of these types, such as committed,refused,failed.")
    private List<String> types = List.of();

    public AddCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      return print(
          environment,
          barConnectionOptions,
          client -> client.addWebhook(address, types),
          webhook -> print(environment, webhook));
    }
  }

  @Command(name = "list", description = "Lists your webhooks, and what prevents deliveries.")
  public static final class ListWebhooksCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

    public ListWebhooksCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      return print(
          environment,
          barConnectionOptions,
          HlmClient::listWebhooks,
          page -> page.items().forEach(webhook -> print(environment, webhook)));
    }
  }

  @Command(name = "resume", description = "Resumes a paused webhook where it was.")
  public static final class ResumeCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

    @Parameters(
        paramLabel = "ID",
        converter = BookingIdConverter.class,
        description = "The webhook's id.")
    private String id = "";

    public ResumeCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      return print(
          environment,
          barConnectionOptions,
          client -> client.resumeWebhook(id),
          webhook -> print(environment, webhook));
    }
  }

  @Command(name = "remove", description = "Removes a webhook.")
  public static final class RemoveCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

    @Parameters(
        paramLabel = "ID",
        converter = BookingIdConverter.class,
        description = "The webhook's id.")
    private String id = "";

    public RemoveCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      return print(
          environment,
          barConnectionOptions,
          client -> client.removeWebhook(id),
          webhook -> environment.printLine("removed " + webhook.id()));
    }
  }
}
