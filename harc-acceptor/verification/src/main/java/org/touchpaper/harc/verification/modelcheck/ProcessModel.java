package org.touchpaper.harc.verification.modelcheck;

import java.util.List;

/**
 * The transitions of one kind of process.
 *
 * @param <M> its machine
 */
interface ProcessModel<M> {
  M initialState();

  /** The transitions when a message arrives. */
  List<Transition<M>> receive(M machine, ModelMessage message);

  /**
   * The transitions without a message: time passes, the process crashes, a client sends a request.
   */
  List<Transition<M>> spontaneousTransitions(M machine);

  /** The decision or vote that the machine knows, see {@link StateFlags}. */
  int flags(M machine);

  String describe(M machine);

  /**
   * A transition.
   *
   * @param description for the trace
   * @param next the machine afterwards
   * @param sent the messages sent
   */
  record Transition<M>(String description, M next, List<ModelMessage> sent) {
    public Transition {
      sent = List.copyOf(sent);
    }
  }
}
