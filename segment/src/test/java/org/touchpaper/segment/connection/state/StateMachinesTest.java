package org.touchpaper.segment.connection.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** All transitions of NSI's three state machines, written as in the standard. */
class StateMachinesTest {

  @Test
  void theReservationMachineHasExactlyTheseTransitions() {
    assertThat(
            drawn(
                ReservationState.values(),
                ReservationStateMachine.Event.values(),
                ReservationStateMachine::next))
        .isEqualTo(
            """
            RESERVE_START -RESERVE-> RESERVE_CHECKING
            RESERVE_CHECKING -HELD-> RESERVE_HELD
            RESERVE_CHECKING -REFUSED-> RESERVE_FAILED
            RESERVE_HELD -COMMIT-> RESERVE_COMMITTING
            RESERVE_HELD -LAPSED-> RESERVE_TIMEOUT
            RESERVE_HELD -ABORT-> RESERVE_ABORTING
            RESERVE_COMMITTING -COMMITTED-> RESERVE_START
            RESERVE_FAILED -ABORT-> RESERVE_ABORTING
            RESERVE_TIMEOUT -ABORT-> RESERVE_ABORTING
            RESERVE_ABORTING -ABORTED-> RESERVE_START
            """);
  }

  @Test
  void theProvisionMachineHasExactlyTheseTransitions() {
    assertThat(
            drawn(
                ProvisionState.values(),
                ProvisionStateMachine.Event.values(),
                ProvisionStateMachine::next))
        .isEqualTo(
            """
            RELEASED -PROVISION-> PROVISIONING
            PROVISIONING -PROVISION_CONFIRMED-> PROVISIONED
            PROVISIONED -RELEASE-> RELEASING
            RELEASING -RELEASE_CONFIRMED-> RELEASED
            """);
  }

  @Test
  void theLifecycleMachineHasExactlyTheseTransitions() {
    assertThat(
            drawn(
                LifecycleState.values(),
                LifecycleStateMachine.Event.values(),
                LifecycleStateMachine::next))
        .isEqualTo(
            """
            CREATED -FORCED_END-> FAILED
            CREATED -END_TIME-> PASSED_END_TIME
            CREATED -TERMINATE-> TERMINATING
            FAILED -TERMINATE-> TERMINATING
            PASSED_END_TIME -TERMINATE-> TERMINATING
            TERMINATING -TERMINATE_CONFIRMED-> TERMINATED
            """);
  }

  private static <S extends Enum<S>, E extends Enum<E>> String drawn(
      S[] states, E[] events, BiFunction<S, E, Optional<S>> machine) {
    var text = new StringBuilder();
    for (var state : states) {
      Arrays.stream(events)
          .forEach(event ->
              machine
                  .apply(state, event)
                  .ifPresent(
                      next -> text.append(state.name() + " -" + event + "-> " + next + "\n")));
    }
    return text.toString();
  }
}
