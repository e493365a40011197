package org.touchpaper.harc.proof;

import java.util.List;

/**
 * What a kind of process may do in a state: a function from machine to machines.
 *
 * @param <M> its machine
 */
interface Actor<M> {
  M beginning();

  /** What may come of a letter. */
  List<Turnout<M>> receive(M machine, Letter letter);

  /** What may happen without one: time passes, the process crashes, somebody asks. */
  List<Turnout<M>> byItself(M machine);

  /** What the machine knows, see {@link Claims}. */
  int claims(M machine);

  String brief(M machine);

  /**
   * One way it may turn out.
   *
   * @param what in a story
   * @param next the machine afterwards
   * @param said what has been said
   */
  record Turnout<M>(String what, M next, List<Letter> said) {
    public Turnout {
      said = List.copyOf(said);
    }
  }
}
