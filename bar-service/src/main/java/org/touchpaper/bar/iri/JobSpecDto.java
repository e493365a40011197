package org.touchpaper.bar.iri;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.api.ApiRequestBodyRecords;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * IRI's JobSpec. What the booking or the site decides is refused, unless it is what they decided.
 *
 * @param executable the name of an application that the cluster's site registered
 * @param name for the client alone; it is not kept
 * @param inheritEnvironment without effect: the site decides
 */
@JsonIgnoreProperties(ignoreUnknown = false)
@JsonNaming(SnakeCaseStrategy.class)
record JobSpecDto(
    @Nullable String executable,
    @Nullable Map<String, Object> container,
    @Nullable List<String> arguments,
    @Nullable String directory,
    @Nullable String name,
    @Nullable Boolean inheritEnvironment,
    @Nullable Map<String, String> environment,
    @Nullable String stdinPath,
    @Nullable String stdoutPath,
    @Nullable String stderrPath,
    @Nullable ResourceSpecDto resources,
    @Nullable JobAttributesDto attributes,
    @Nullable String preLaunch,
    @Nullable String postLaunch,
    @Nullable String launcher) {

  /** The custom attribute that names the host from which the job is watched. */
  static final String VIEWER = "viewer";

  /**
   * IRI's ResourceSpec.
   *
   * @param exclusiveNodeUse without effect: booked nodes are not shared
   */
  @JsonIgnoreProperties(ignoreUnknown = false)
  @JsonNaming(SnakeCaseStrategy.class)
  record ResourceSpecDto(
      @Nullable Integer nodeCount,
      @Nullable Integer processCount,
      @Nullable Integer processesPerNode,
      @Nullable Integer cpuCoresPerProcess,
      @Nullable Integer gpuCoresPerProcess,
      @Nullable Boolean exclusiveNodeUse,
      @Nullable Long memory) {

    static final ResourceSpecDto NONE =
        new ResourceSpecDto(null, null, null, null, null, null, null);
  }

  /**
   * IRI's JobAttributes.
   *
   * @param duration in seconds
   */
  @JsonIgnoreProperties(ignoreUnknown = false)
  @JsonNaming(SnakeCaseStrategy.class)
  record JobAttributesDto(
      @Nullable Integer duration,
      @Nullable String queueName,
      @Nullable String account,
      @Nullable String reservationId,
      @Nullable Map<String, String> customAttributes) {

    static final JobAttributesDto NONE = new JobAttributesDto(null, null, null, null, null);
  }

  private ResourceSpecDto resourcesOrNone() {
    return Optional.ofNullable(resources).orElse(ResourceSpecDto.NONE);
  }

  private JobAttributesDto attributesOrNone() {
    return Optional.ofNullable(attributes).orElse(JobAttributesDto.NONE);
  }

  Optional<String> reservationId() {
    return Optional.ofNullable(attributesOrNone().reservationId());
  }

  /**
   * Returns what is to run in a reservation.
   *
   * @param nodes how many nodes it has
   * @param length how long it is
   * @throws InvalidRequestException if it asks for what the reservation or the site decides
   */
  JobSpec toJobSpec(int nodes, Duration length) {
    var violations = new ArrayList<FieldViolation>();
    refuseGiven(violations);
    refuseOtherThanBooked(nodes, length, violations);
    if (executable == null) {
      violations.add(
          new FieldViolation(
              "executable",
              "required",
              "executable is missing; it is the name of an application of the site, see"
                  + " applications in GET /api/v1/resources?type=cluster"));
    }
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    return new ApiRequestBodyRecords.RunDto(
            executable,
            arguments,
            environment,
            new ApiRequestBodyRecords.RunResourcesDto(
                resourcesOrNone().processesPerNode(), resourcesOrNone().cpuCoresPerProcess()),
            customAttributes().get(VIEWER))
        .toSpec("");
  }

  private Map<String, String> customAttributes() {
    return Optional.ofNullable(attributesOrNone().customAttributes()).orElse(Map.of());
  }

  private void refuseGiven(List<FieldViolation> violations) {
    var given = new TreeMap<String, @Nullable Object>();
    given.put("container", container);
    given.put("directory", directory);
    given.put("stdin_path", stdinPath);
    given.put("stdout_path", stdoutPath);
    given.put("stderr_path", stderrPath);
    given.put("pre_launch", preLaunch);
    given.put("post_launch", postLaunch);
    given.put("launcher", launcher);
    given.put("resources.process_count", resourcesOrNone().processCount());
    given.put("resources.gpu_cores_per_process", resourcesOrNone().gpuCoresPerProcess());
    given.put("resources.memory", resourcesOrNone().memory());
    given.put("attributes.queue_name", attributesOrNone().queueName());
    given.put("attributes.account", attributesOrNone().account());
    customAttributes().keySet().stream()
        .filter(key -> !key.equals(VIEWER))
        .forEach(key -> given.put("attributes.custom_attributes." + key, key));
    given.forEach((field, value) -> {
      if (value != null) {
        violations.add(
            new FieldViolation(
                field,
                "decided-by-the-site",
                field + " is decided by the cluster's site for each application; leave it out"));
      }
    });
  }

  private void refuseOtherThanBooked(int nodes, Duration length, List<FieldViolation> violations) {
    var count = resourcesOrNone().nodeCount();
    if (count != null && count != nodes) {
      violations.add(
          new FieldViolation(
              "resources.node_count",
              "as-booked",
              "the reservation has %d nodes, not %d; leave it out, or change the booking"
                  .formatted(nodes, count)));
    }
    var duration = attributesOrNone().duration();
    if (duration != null && duration > length.toSeconds()) {
      violations.add(
          new FieldViolation(
              "attributes.duration",
              "as-booked",
              "the reservation is %d s long, not %d s; leave it out, or change the booking"
                  .formatted(length.toSeconds(), duration)));
    }
  }
}
