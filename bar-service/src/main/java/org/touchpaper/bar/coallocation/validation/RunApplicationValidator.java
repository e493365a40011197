package org.touchpaper.bar.coallocation.validation;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.harc.ClusterApplicationCache;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.coallocation.run.OfferedApplication.Parameter;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** Checks what is to be launched against the applications that the clusters' sites registered. */
@Component
public class RunApplicationValidator {

  private final ClusterApplicationCache applications;
  private final CurrentNetworkDirectory directory;

  public RunApplicationValidator(
      ClusterApplicationCache applications, CurrentNetworkDirectory directory) {
    this.applications = applications;
    this.directory = directory;
  }

  /**
   * Returns what can never be launched. No transaction may be open.
   *
   * @throws CommitProtocolPort.NoAnswerException if a resource manager does not answer
   */
  public List<FieldViolation> validate(BookingRequest request, Person person) {
    var violations = new ArrayList<FieldViolation>();
    for (var i = 0; i < request.compute().size(); i++) {
      var nodes = request.compute().get(i);
      var cluster = directory.get().cluster(nodes.resource());
      if (nodes.run() != null && !nodes.run().stop() && cluster.isPresent()) {
        validateApplication(
            "compute[" + i + "].run.",
            nodes.resource(),
            nodes.run().spec(),
            applications.list(cluster.get(), person),
            violations);
      }
    }
    return violations;
  }

  private static void validateApplication(
      String field,
      String cluster,
      JobSpec spec,
      List<OfferedApplication> known,
      List<FieldViolation> violations) {
    known.stream()
        .filter(application -> application.name().equals(spec.application()))
        .findFirst()
        .ifPresentOrElse(
            application -> validateArguments(field, spec, application, violations),
            () ->
                violations.add(
                    new FieldViolation(
                        field + "application",
                        "known-application",
                        "%s runs no application %s for you; it runs %s"
                            .formatted(cluster, spec.application(), namesOf(known)))));
  }

  private static String namesOf(List<OfferedApplication> known) {
    return known.isEmpty()
        ? "none"
        : String.join(", ", known.stream().map(OfferedApplication::name).toList());
  }

  /** The arguments of a free executable are its own. */
  private static void validateArguments(
      String field, JobSpec spec, OfferedApplication application, List<FieldViolation> violations) {
    if (application.freeExecutable()) {
      return;
    }
    var given = new HashSet<String>();
    for (var i = 0; i < spec.arguments().size(); i++) {
      validateArgument(field + "arguments[" + i + "]", spec.arguments().get(i), application, given)
          .ifPresent(violations::add);
    }
    application.parameters().stream()
        .filter(parameter -> parameter.defaultValue() == null && !given.contains(parameter.name()))
        .map(parameter ->
            new FieldViolation(
                field + "arguments",
                "required",
                "%s needs %s=VALUE: %s"
                    .formatted(application.name(), parameter.name(), parameter.description())))
        .forEach(violations::add);
  }

  private static Optional<FieldViolation> validateArgument(
      String field, String argument, OfferedApplication application, Set<String> given) {
    var name = argument.substring(0, Math.max(argument.indexOf('='), 0));
    if (name.isEmpty()) {
      return Optional.of(
          new FieldViolation(
              field,
              "name-value",
              "an argument is name=value, such as steps=5000, not " + argument));
    }
    var parameter =
        application.parameters().stream().filter(it -> it.name().equals(name)).findFirst();
    if (parameter.isEmpty()) {
      return Optional.of(
          new FieldViolation(
              field,
              "known-argument",
              "%s has no parameter %s; it has %s"
                  .formatted(application.name(), name, parametersOf(application))));
    }
    if (!given.add(name)) {
      return Optional.of(new FieldViolation(field, "once", name + " is given twice"));
    }
    var value = argument.substring(name.length() + 1);
    return matches(parameter.get(), value)
        ? Optional.empty()
        : Optional.of(
            new FieldViolation(
                field,
                "matches-the-pattern",
                "%s of %s must match %s, not %s"
                    .formatted(name, application.name(), parameter.get().pattern(), value)));
  }

  private static String parametersOf(OfferedApplication application) {
    return application.parameters().isEmpty()
        ? "none"
        : String.join(", ", application.parameters().stream().map(Parameter::name).toList());
  }

  /** A pattern that is not in RE2's syntax is left to the site. */
  private static boolean matches(Parameter parameter, String value) {
    try {
      return Pattern.matches(parameter.pattern(), value);
    } catch (PatternSyntaxException _) {
      return true;
    }
  }
}
