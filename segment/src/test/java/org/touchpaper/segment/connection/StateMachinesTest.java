package org.touchpaper.segment.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Every transition of NSI's three machines, written as the standard draws them; and no other. */
class StateMachinesTest {

  @Test
  void theReservationMachineMakesTheseTransitionsAndNoOther() {
    assertThat(
            drawn(
                ReservationState.values(),
                ReservationMachine.Event.values(),
                ReservationMachine::on))
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
  void theProvisionMachineMakesTheseTransitionsAndNoOther() {
    assertThat(
            drawn(ProvisionState.values(), ProvisionMachine.Event.values(), ProvisionMachine::on))
        .isEqualTo(
            """
            RELEASED -PROVISION-> PROVISIONING
            PROVISIONING -PROVISION_CONFIRMED-> PROVISIONED
            PROVISIONED -RELEASE-> RELEASING
            RELEASING -RELEASE_CONFIRMED-> RELEASED
            """);
  }

  @Test
  void theLifecycleMachineMakesTheseTransitionsAndNoOther() {
    assertThat(
            drawn(LifecycleState.values(), LifecycleMachine.Event.values(), LifecycleMachine::on))
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
