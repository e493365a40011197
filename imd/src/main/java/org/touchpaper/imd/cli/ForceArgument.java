package org.touchpaper.imd.cli;

import java.util.regex.Pattern;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import picocli.CommandLine.TypeConversionException;

/** {@code ATOM:X,Y,Z}: a force on one atom. */
record ForceArgument(Mdcomm force) {

  private static final String NUMBER = "([-+]?[0-9]+(?:\\.[0-9]+)?)";
  private static final Pattern SYNTAX =
      Pattern.compile("(\\d{1,9}):" + NUMBER + "," + NUMBER + "," + NUMBER);

  static ForceArgument parse(String text) {
    var force = SYNTAX.matcher(text);
    if (!force.matches()) {
      throw new TypeConversionException("'" + text + "' is no ATOM:X,Y,Z, for example 0:0,0,-5");
    }
    return new ForceArgument(
        Mdcomm.of(
            Integer.parseInt(force.group(1)),
            Float.parseFloat(force.group(2)),
            Float.parseFloat(force.group(3)),
            Float.parseFloat(force.group(4))));
  }

  int atom() {
    return force.atoms().getFirst();
  }
}
