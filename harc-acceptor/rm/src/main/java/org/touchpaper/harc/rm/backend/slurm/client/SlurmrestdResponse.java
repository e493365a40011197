package org.touchpaper.harc.rm.backend.slurm.client;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A response of slurmrestd: a status, and besides the data a list of {@code errors}, each with
 * Slurm's error number (slurm/slurm_errno.h; the same from 25.05 to 26.05).
 */
public record SlurmrestdResponse(int status, JsonNode body) {
  /** SLURM_PROTOCOL_AUTHENTICATION_ERROR. */
  static final int TOKEN_REJECTED = 1007;

  /** ESLURM_ACCESS_DENIED. */
  static final int ACCESS_DENIED = 2002;

  /** ESLURM_USER_ID_MISSING, if the user of a reservation request is not an operator. */
  static final int NOT_AN_OPERATOR = 2010;

  /** ESLURM_INVALID_NODE_NAME. */
  static final int NO_SUCH_NODE = 2018;

  /** ESLURM_RESERVATION_INVALID: it does not exist. */
  static final int RESERVATION_NOT_FOUND = 2053;

  /** SLURM_ERROR, without a reason; for example for an unknown account. */
  static final int UNSPECIFIED = -1;

  /** Refusals by slurmctld itself; any other error may mean that it did not answer. */
  private static final Set<Integer> REFUSALS =
      Set.of(
          UNSPECIFIED,
          2000, // ESLURM_INVALID_PARTITION_NAME
          2014, // ESLURM_REQUESTED_NODE_CONFIG_UNAVAILABLE
          2016, // ESLURM_NODES_BUSY
          NO_SUCH_NODE,
          2054, // ESLURM_INVALID_TIME_VALUE
          2055, // ESLURM_RESERVATION_BUSY
          2058, // ESLURM_RESERVATION_OVERLAP
          2082, // ESLURM_RESERVATION_NAME_DUP
          2128); // ESLURM_RESERVATION_NO_SKIP, for the creation of an existing one

  public boolean isSuccess() {
    return status / 100 == 2 && body.isObject() && body.path("errors").isEmpty();
  }

  public boolean isRefusal() {
    return !isSuccess()
        && firstError().filter(error -> REFUSALS.contains(errorNumber(error))).isPresent();
  }

  /** Returns true if slurmctld does not change a job, for another reason than our rights. */
  public boolean isRefusedChange() {
    return !isSuccess()
        && firstError().isPresent()
        && !hasError(ACCESS_DENIED)
        && !hasError(NOT_AN_OPERATOR);
  }

  public boolean hasError(int number) {
    return errors().anyMatch(error -> errorNumber(error) == number);
  }

  /** Returns true if slurmrestd did not reach slurmctld (SLURMCTLD_COMMUNICATIONS_*). */
  boolean isSlurmctldUnreachable() {
    return errors()
        .map(SlurmrestdResponse::errorNumber)
        .anyMatch(number -> 1800 <= number && number <= 1803);
  }

  private Stream<JsonNode> errors() {
    return StreamSupport.stream(body.path("errors").spliterator(), false);
  }

  /** {@code Requested nodes are busy (2016, slurm_create_reservation: Error creating …)}. */
  public String message() {
    return firstError()
        .map(error ->
            "%s (%d, %s: %s)"
                .formatted(
                    error.path("error").asString(),
                    errorNumber(error),
                    error.path("source").asString(),
                    error.path("description").asString().strip().replaceAll("\\s+", " ")))
        .orElse("status " + status);
  }

  private Optional<JsonNode> firstError() {
    return Optional.ofNullable(body.path("errors").get(0));
  }

  private static int errorNumber(JsonNode error) {
    return error.path("error_number").asInt(0);
  }
}
