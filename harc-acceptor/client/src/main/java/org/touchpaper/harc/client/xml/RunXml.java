package org.touchpaper.harc.client.xml;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.schema.harc.Applications;
import org.touchpaper.schema.harc.Run;

/** Launches, their statuses, and the applications that can be launched, as XML. */
final class RunXml {
  private RunXml() {}

  static @Nullable Run toXml(@Nullable RunRequest request) {
    return switch (request) {
      case null -> null;
      case RunRequest.Stop() -> new Run();
      case RunRequest.Launch launch -> toXml(launch);
    };
  }

  private static Run toXml(RunRequest.Launch launch) {
    var run = new Run();
    run.setApplication(launch.application());
    run.getArgument().addAll(launch.arguments());
    new TreeMap<>(launch.environment())
        .forEach((name, value) -> {
          var variable = new Run.Environment();
          variable.setName(name);
          variable.setValue(value);
          run.getEnvironment().add(variable);
        });
    run.setProcessesPerNode(launch.processesPerNode());
    run.setCoresPerProcess(launch.coresPerProcess());
    run.setViewer(launch.viewer());
    return run;
  }

  static @Nullable RunRequest request(@Nullable Run run) {
    if (run == null) {
      return null;
    }
    if (run.getApplication() == null) {
      return new RunRequest.Stop();
    }
    return new RunRequest.Launch(
        run.getApplication(),
        run.getArgument(),
        run.getEnvironment().stream()
            .collect(
                Collectors.toMap(
                    Run.Environment::getName, Run.Environment::getValue, (_, last) -> last)),
        run.getProcessesPerNode(),
        run.getCoresPerProcess(),
        run.getViewer());
  }

  static org.touchpaper.schema.harc.@Nullable RunStatus toXml(@Nullable RunStatus status) {
    if (status == null) {
      return null;
    }
    var xml = new org.touchpaper.schema.harc.RunStatus();
    xml.setNumber(status.number());
    xml.setState(status.state().wireName());
    xml.setJobId(status.jobId());
    xml.setNodes(String.join(",", status.nodes()));
    xml.setPort(status.port());
    xml.setProtocol(status.protocol());
    xml.setSince(status.since());
    xml.setExitCode(status.exitCode());
    xml.setMessage(status.message());
    xml.getOutput().addAll(status.output());
    return xml;
  }

  static @Nullable RunStatus status(org.touchpaper.schema.harc.@Nullable RunStatus xml) {
    return xml == null
        ? null
        : new RunStatus(
            RunState.ofWireName(xml.getState()),
            xml.getJobId(),
            xml.getNodes().isEmpty()
                ? List.of()
                : Arrays.stream(xml.getNodes().split(",", -1)).toList(),
            xml.getPort(),
            xml.getProtocol(),
            xml.getSince(),
            xml.getExitCode(),
            xml.getMessage(),
            xml.getOutput(),
            xml.getNumber());
  }

  static Applications toXml(String resource, List<RegisteredApplication> applications) {
    var xml = new Applications();
    xml.setResource(resource);
    for (var application : applications) {
      var each = new Applications.Application();
      each.setName(application.name());
      each.setDescription(application.description());
      each.setProtocol(application.protocol());
      each.setFreeExecutable(application.freeExecutable());
      for (var parameter : application.parameters()) {
        var xmlParameter = new Applications.Application.Parameter();
        xmlParameter.setName(parameter.name());
        xmlParameter.setPattern(parameter.pattern());
        xmlParameter.setDefault(parameter.defaultValue());
        xmlParameter.setValue(parameter.description());
        each.getParameter().add(xmlParameter);
      }
      xml.getApplication().add(each);
    }
    return xml;
  }

  static List<RegisteredApplication> applications(Applications xml) {
    return xml.getApplication().stream()
        .map(application ->
            new RegisteredApplication(
                application.getName(),
                application.getDescription(),
                application.getProtocol(),
                application.getParameter().stream()
                    .map(parameter ->
                        new RegisteredApplication.Parameter(
                            parameter.getName(),
                            parameter.getPattern(),
                            parameter.getDefault(),
                            parameter.getValue()))
                    .toList(),
                application.isFreeExecutable()))
        .toList();
  }
}
