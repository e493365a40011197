package org.touchpaper.harc.rm.slurm;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * What slurmrestd said: a status, and beside what was asked for a list of {@code errors}, each with
 * Slurm's own number (slurm/slurm_errno.h; the same from 25.05 to 26.05).
 */
record RestAnswer(int status, JsonNode body) {
  /** SLURM_PROTOCOL_AUTHENTICATION_ERROR. */
  static final int TOKEN = 1007;

  /** ESLURM_ACCESS_DENIED. */
  static final int DENIED = 2002;

  /** ESLURM_USER_ID_MISSING, of whoever asks for a reservation and is no operator. */
  static final int NO_OPERATOR = 2010;

  /** ESLURM_INVALID_NODE_NAME. */
  static final int NO_SUCH_NODE = 2018;

  /** ESLURM_RESERVATION_INVALID: it is not there. */
  static final int GONE = 2053;

  /** SLURM_ERROR, without a reason; of an account that does not exist, for one. */
  static final int UNSPECIFIED = -1;

  /** What slurmctld itself says when it will not; anything else may be a mere lack of answer. */
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
          2128); // ESLURM_RESERVATION_NO_SKIP, of what is there and is only to be made

  boolean isDone() {
    return status / 100 == 2 && body.isObject() && body.path("errors").isEmpty();
  }

  boolean isRefusal() {
    return !isDone() && firstError().filter(error -> REFUSALS.contains(number(error))).isPresent();
  }

  boolean isAbout(int number) {
    return errors().anyMatch(error -> number(error) == number);
  }

  /** True if slurmrestd could not talk to slurmctld (SLURMCTLD_COMMUNICATIONS_*). */
  boolean isWithoutSlurmctld() {
    return errors().map(RestAnswer::number).anyMatch(number -> 1800 <= number && number <= 1803);
  }

  private Stream<JsonNode> errors() {
    return StreamSupport.stream(body.path("errors").spliterator(), false);
  }

  /** {@code Requested nodes are busy (2016, slurm_create_reservation: Error creating …)}. */
  String sentence() {
    return firstError()
        .map(error ->
            "%s (%d, %s: %s)"
                .formatted(
                    error.path("error").asString(),
                    number(error),
                    error.path("source").asString(),
                    error.path("description").asString().strip().replaceAll("\\s+", " ")))
        .orElse("status " + status);
  }

  private Optional<JsonNode> firstError() {
    return Optional.ofNullable(body.path("errors").get(0));
  }

  private static int number(JsonNode error) {
    return error.path("error_number").asInt(0);
  }
}
