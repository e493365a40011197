package org.touchpaper.hlm.cli.output;

import java.util.function.Consumer;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.DryRunDto;
import org.touchpaper.hlm.FixedSchedule;
import org.touchpaper.hlm.Problem;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;

/**
 * Prints the result of a call: its value to standard output as text, or with {@code json} as the
 * BAR sent it; everything else to standard error.
 */
public record ResultPrinter(CliEnvironment environment, boolean json) {

  /** Prints a value with the given printer if it is not printed as JSON. */
  public <T> ExitCode print(CallResult<T> result, Consumer<T> text, RetryAdviceTexts advice) {
    return switch (result) {
      case CallResult.Done<T>(var value, var body) -> {
        printValue(body, value, text);
        yield ExitCode.DONE;
      }
      case CallResult.Undecided<T>(var value, var body) -> {
        printValue(body, value, text);
        yield printUnfinished(advice.whenUndecided(), advice);
      }
      case CallResult.Refused<T>(var problem, var body) ->
          printProblem(body, "refused", problem, ExitCode.REFUSED);
      case CallResult.NotAllowed<T>(var problem, var body) ->
          printProblem(body, "not allowed", problem, ExitCode.NOT_ALLOWED);
      case CallResult.Unreachable<T>(var reason) -> printUnreachable(reason, advice);
      case CallResult.Unknown<T>(var reason) ->
          printUnfinished("outcome unknown: " + reason, advice);
    };
  }

  /** Prints the result of a dry run. What does not fit has the exit code of a refusal. */
  public ExitCode printDryRun(CallResult<DryRunDto> result) {
    var exitCode =
        print(result, new DryRunPrinter(environment)::printDryRun, RetryAdviceTexts.repeatDryRun());
    return result instanceof CallResult.Done<DryRunDto>(var value, _) && !value.fits()
        ? ExitCode.REFUSED
        : exitCode;
  }

  private <T> void printValue(String body, T value, Consumer<T> text) {
    if (json) {
      environment.out().println(body);
    } else {
      text.accept(value);
    }
  }

  private ExitCode printProblem(String body, String label, Problem problem, ExitCode exitCode) {
    if (json) {
      environment.out().println(body);
    }
    environment.printError(label + ": " + problem.summary());
    problem
        .errors()
        .forEach(entry -> environment.printError("  " + entry.field() + ": " + entry.message()));
    problem
        .refusals()
        .forEach(entry ->
            environment.printError(
                "  " + entry.resource() + ": " + entry.reason() + " (" + entry.code() + ")"));
    problem
        .alternatives()
        .forEach(entry -> environment.printError("  alternative: " + windowText(entry)));
    return exitCode;
  }

  private ExitCode printUnreachable(String reason, RetryAdviceTexts advice) {
    environment.printError("unavailable: " + reason);
    environment.printError("  " + advice.whenNotStarted());
    return ExitCode.UNREACHABLE_OR_UNKNOWN;
  }

  private ExitCode printUnfinished(String state, RetryAdviceTexts advice) {
    environment.printError(state);
    advice.whenUncertain().lines().forEach(line -> environment.printError("  " + line));
    return ExitCode.UNREACHABLE_OR_UNKNOWN;
  }

  static String windowText(FixedSchedule schedule) {
    return schedule.startTime() + " to " + schedule.endTime();
  }
}
