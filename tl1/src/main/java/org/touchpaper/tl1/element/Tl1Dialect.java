package org.touchpaper.tl1.element;

import org.touchpaper.tl1.message.InputCommand;

/** How one make of element carries commands out, once somebody is logged in. */
interface Tl1Dialect {

  /** Carries the command out on the database; called with the element's lock held. */
  Answer execute(InputCommand command);

  /** What a command meets before ACT-USER. */
  Answer notLoggedIn();

  /** True if the line is telnet with echo, and every command is acknowledged at once. */
  boolean isTelnet();

  static Answer unknownCommand() {
    return Answer.deny("IICM", "Input, Invalid Command");
  }
}
