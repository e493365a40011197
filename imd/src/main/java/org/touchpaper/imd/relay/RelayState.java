package org.touchpaper.imd.relay;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import org.touchpaper.imd.message.ImdProtocolException;

/**
 * Who watches, who steers, and what the engine was told. Pure.
 *
 * <p>A force holds at the engine until the next MDCOMM. When the steering viewer leaves, however it
 * does, its force is therefore replaced by none on the same atoms, and a simulation that it had
 * paused is resumed: nobody else could.
 *
 * @param version of IMD at the engine; in version 2 a second PAUSE resumes
 * @param pausesWhenAlone whether the simulation stands still while nobody watches
 * @param viewers in the order in which they came
 * @param steerer who steers, if anybody does
 * @param pausedBySteerer what the steering viewer wants
 * @param enginePaused what the engine was told last
 * @param force that the engine was told last, if it is not zero
 */
public record RelayState(
    SteeringRuleKind rule,
    int version,
    boolean pausesWhenAlone,
    List<String> viewers,
    @Nullable String steerer,
    boolean pausedBySteerer,
    boolean enginePaused,
    @Nullable Mdcomm force) {

  public RelayState {
    viewers = List.copyOf(viewers);
  }

  /** Of an engine that has just been told to go, for the sake of a first viewer. */
  public static RelayState initial(SteeringRuleKind rule, int version, boolean pausesWhenAlone) {
    return new RelayState(rule, version, pausesWhenAlone, List.of(), null, false, false, null);
  }

  public RelayTransition joined(String viewer) {
    var all = new ArrayList<>(viewers);
    all.add(viewer);
    return withViewers(all).settled(List.of());
  }

  /** The viewer said DISCONNECT, closed, or is gone without a word. */
  public RelayTransition left(String viewer) {
    if (!viewers.contains(viewer)) {
      return new RelayTransition(this, List.of());
    }
    var all = new ArrayList<>(viewers);
    all.remove(viewer);
    if (!viewer.equals(steerer)) {
      return withViewers(all).settled(List.of());
    }
    List<RelayEffect> effects =
        force == null ? List.of() : List.of(new RelayEffect.SendToEngine(force.withoutForce()));
    return new RelayState(rule, version, pausesWhenAlone, all, null, false, enginePaused, null)
        .settled(effects);
  }

  public RelayTransition received(String viewer, ImdMessage message) {
    return switch (message) {
      case ImdMessage.Go _ -> new RelayTransition(this, List.of());
      case ImdMessage.Trate(var steps) ->
          new RelayTransition(this, List.of(new RelayEffect.SetRate(viewer, Math.max(1, steps))));
      case ImdMessage.Disconnect _ ->
          new RelayTransition(this, List.of(new RelayEffect.EndViewer(viewer)));
      case ImdMessage.Mdcomm _,
          ImdMessage.Pause _,
          ImdMessage.Resume _,
          ImdMessage.Wait _,
          ImdMessage.Kill _ ->
          maySteer(viewer) ? steered(viewer, message) : refused(viewer, message);
      case ImdMessage.Handshake _,
          ImdMessage.SessionInfo _,
          ImdMessage.IoError _,
          ImdMessage.Energies _,
          ImdMessage.Time _,
          ImdMessage.Box _,
          ImdMessage.Fcoords _,
          ImdMessage.Velocities _,
          ImdMessage.Forces _ ->
          throw new ImdProtocolException(message.type() + " is sent by engines, not by viewers");
    };
  }

  private boolean maySteer(String viewer) {
    return steerer == null ? rule == SteeringRuleKind.FIRST_TO_STEER : steerer.equals(viewer);
  }

  private RelayTransition refused(String viewer, ImdMessage message) {
    var other = steerer == null ? "nobody" : steerer;
    return new RelayTransition(
        this, List.of(new RelayEffect.RejectSteering(viewer, message.type(), other)));
  }

  private RelayTransition steered(String viewer, ImdMessage message) {
    var effects = new ArrayList<RelayEffect>();
    if (steerer == null) {
      effects.add(new RelayEffect.StartSteering(viewer));
    }
    var isPause = message instanceof ImdMessage.Pause;
    if (!isPause && !(message instanceof ImdMessage.Resume)) {
      effects.add(new RelayEffect.SendToEngine(message));
    }
    var paused =
        isPause
            ? version != 2 || !pausedBySteerer
            : pausedBySteerer && !(message instanceof ImdMessage.Resume);
    var newForce = message instanceof Mdcomm forces ? forces : force;
    return new RelayState(
            rule, version, pausesWhenAlone, viewers, viewer, paused, enginePaused, newForce)
        .settled(effects);
  }

  /**
   * Adds what follows from the viewers that are there: who steers, and whether the engine pauses.
   */
  private RelayTransition settled(List<RelayEffect> before) {
    var effects = new ArrayList<>(before);
    var steers = steerer;
    if (steers == null && rule == SteeringRuleKind.FIRST_CONNECTED && !viewers.isEmpty()) {
      steers = viewers.getFirst();
      effects.add(new RelayEffect.StartSteering(steers));
    }
    var pauses = pausedBySteerer || (pausesWhenAlone && viewers.isEmpty());
    if (pauses != enginePaused) {
      effects.add(
          new RelayEffect.SendToEngine(
              pauses || version == 2 ? new ImdMessage.Pause() : new ImdMessage.Resume()));
    }
    return new RelayTransition(
        new RelayState(
            rule, version, pausesWhenAlone, viewers, steers, pausedBySteerer, pauses, force),
        effects);
  }

  private RelayState withViewers(List<String> all) {
    return new RelayState(
        rule, version, pausesWhenAlone, all, steerer, pausedBySteerer, enginePaused, force);
  }
}
