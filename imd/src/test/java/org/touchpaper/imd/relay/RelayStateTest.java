package org.touchpaper.imd.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.imd.message.AtomVectors;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import org.touchpaper.imd.message.ImdMessage.Pause;
import org.touchpaper.imd.message.ImdMessage.Resume;
import org.touchpaper.imd.message.ImdProtocolException;
import org.touchpaper.imd.message.MessageType;
import org.touchpaper.imd.relay.RelayEffect.EndViewer;
import org.touchpaper.imd.relay.RelayEffect.RejectSteering;
import org.touchpaper.imd.relay.RelayEffect.SendToEngine;
import org.touchpaper.imd.relay.RelayEffect.SetRate;
import org.touchpaper.imd.relay.RelayEffect.StartSteering;

class RelayStateTest {

  private static final Mdcomm PULL = Mdcomm.of(0, 0, 0, -5);

  private RelayState state = RelayState.initial(SteeringRuleKind.FIRST_TO_STEER, 3, false);

  @Test
  void whoWatchesTellsTheEngineNothing() {
    assertThat(joined("a")).isEmpty();
    assertThat(received("a", new ImdMessage.Go())).isEmpty();
    assertThat(received("a", new ImdMessage.Trate(10))).containsExactly(new SetRate("a", 10));
    assertThat(received("a", new ImdMessage.Disconnect())).containsExactly(new EndViewer("a"));
    assertThat(left("a")).isEmpty();
  }

  @Test
  void theFirstThatSteersHasTheRoleAndOthersAreRefused() {
    joined("a");
    joined("b");
    assertThat(received("b", PULL)).containsExactly(new StartSteering("b"), new SendToEngine(PULL));
    assertThat(received("b", PULL)).containsExactly(new SendToEngine(PULL));
    assertThat(received("a", PULL))
        .containsExactly(new RejectSteering("a", MessageType.MDCOMM, "b"));
    assertThat(received("a", new ImdMessage.Kill()))
        .containsExactly(new RejectSteering("a", MessageType.KILL, "b"));
    assertThat(received("a", new Pause()))
        .containsExactly(new RejectSteering("a", MessageType.PAUSE, "b"));
  }

  @Test
  void theForceOfASteererThatLeavesIsTakenBackAndTheRoleIsFree() {
    joined("a");
    joined("b");
    received("a", PULL);
    assertThat(left("a")).containsExactly(new SendToEngine(Mdcomm.of(0, 0, 0, 0)));
    assertThat(left("a")).isEmpty();
    assertThat(received("b", PULL)).containsExactly(new StartSteering("b"), new SendToEngine(PULL));
  }

  @Test
  void aSimulationThatASteererPausedGoesOnWhenItLeaves() {
    joined("a");
    assertThat(received("a", new Pause()))
        .containsExactly(new StartSteering("a"), new SendToEngine(new Pause()));
    assertThat(received("a", new Pause())).isEmpty();
    assertThat(left("a")).containsExactly(new SendToEngine(new Resume()));
  }

  @Test
  void inVersion2ASecondPauseResumes() {
    state = RelayState.initial(SteeringRuleKind.FIRST_TO_STEER, 2, false);
    joined("a");
    assertThat(received("a", new Pause())).endsWith(new SendToEngine(new Pause()));
    assertThat(received("a", new Pause())).containsExactly(new SendToEngine(new Pause()));
    assertThat(left("a")).isEmpty();
  }

  @Test
  void theSimulationCanStandStillWhileNobodyWatches() {
    state = RelayState.initial(SteeringRuleKind.FIRST_TO_STEER, 3, true);
    joined("a");
    joined("b");
    assertThat(left("a")).isEmpty();
    assertThat(left("b")).containsExactly(new SendToEngine(new Pause()));
    assertThat(joined("c")).containsExactly(new SendToEngine(new Resume()));
  }

  @Test
  void theRoleCanGoByOrder() {
    state = RelayState.initial(SteeringRuleKind.FIRST_CONNECTED, 3, false);
    assertThat(joined("a")).containsExactly(new StartSteering("a"));
    assertThat(joined("b")).isEmpty();
    assertThat(received("b", PULL))
        .containsExactly(new RejectSteering("b", MessageType.MDCOMM, "a"));
    assertThat(left("a")).containsExactly(new StartSteering("b"));
    assertThat(received("b", PULL)).containsExactly(new SendToEngine(PULL));
  }

  @Test
  void whatOnlyEnginesSendIsNoMessageOfAViewer() {
    joined("a");
    assertThatThrownBy(() -> received("a", new ImdMessage.Fcoords(AtomVectors.of(0, 0, 0))))
        .isInstanceOf(ImdProtocolException.class)
        .hasMessage("FCOORDS is sent by engines, not by viewers");
  }

  private List<RelayEffect> joined(String viewer) {
    return apply(state.joined(viewer));
  }

  private List<RelayEffect> left(String viewer) {
    return apply(state.left(viewer));
  }

  private List<RelayEffect> received(String viewer, ImdMessage message) {
    return apply(state.received(viewer, message));
  }

  private List<RelayEffect> apply(RelayTransition step) {
    state = step.next();
    return new ArrayList<>(step.effects());
  }
}
