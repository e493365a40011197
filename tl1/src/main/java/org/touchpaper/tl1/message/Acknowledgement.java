package org.touchpaper.tl1.message;

/** Confirms a command whose response takes longer (GR-831, about 2 s). */
public record Acknowledgement(Code code, String ctag) implements OutputMessage {

  public enum Code {
    /** In progress. */
    IP,
    /** Printout follows. */
    PF,
    /** All right: accepted. */
    OK,
    /** Accepted, but an error occurred: initiation and execution are uncertain. */
    NA,
    /** Valid, but conflicts with the element's state: not carried out. */
    NG,
    /** Repeat later: the element is busy and did not carry the command out. */
    RL
  }
}
