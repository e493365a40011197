package org.touchpaper.tl1.message;

/** An element's word that it has a command whose answer takes longer (GR-831, about 2 s). */
public record Acknowledgement(Code code, String ctag) implements OutputMessage {

  /** What the element says about the command. */
  public enum Code {
    /** In progress. */
    IP,
    /** Printout follows. */
    PF,
    /** All right. */
    OK,
    /** Accepted, but something has gone wrong: initiation and execution are uncertain. */
    NA,
    /** Valid, but conflicts with the element's present state: not carried out. */
    NG,
    /** Repeat later: the element is busy and has not carried it out. */
    RL
  }
}
