package org.touchpaper.tl1.codec;

import java.util.List;
import java.util.regex.Pattern;

/** Takes passwords out of lines before anybody may read them. */
public final class Passwords {

  /**
   * A command that carries one, and its blocks up to the payload; or the command alone, where an
   * element tells of it in a row of its own (REPT DBCHG), with who knows which blocks left out. It
   * may go over several lines, of a comment. A code is no longer than 41 letters ({@code
   * InputCommand}): were it of any length, a row of nothing but such codes would take minutes.
   */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?is)(?:(?<!:)\\b(CODE:[^:]*:[^:]*:[^:;]*::)|\\b(CODE:)).*"
              .replace(
                  "CODE",
                  "(?:ACT-USER|(?:ENT|ED|SET|RST|CHG)-"
                      + "(?:USER|SECU|PID|PASS|PWD|PSWD|RADIUS|TACACS|SNMP)[A-Z0-9-]{0,41}+)"));

  private static final List<String> BEGINS =
      List.of("-USER", "-PID", "-SECU", "-RADIUS", "-TACACS", "-SNMP", "-PASS", "-PWD", "-PSWD");

  /** What the second letter of these is; most of what has a hyphen is none. */
  private static final String SECOND_LETTERS = "UPSRTupsrt";

  private static final List<String> NAMES =
      List.of(
          "PID",
          "PWD",
          "PSWD",
          "PASSWD",
          "PASSWORD",
          "PASSPHRASE",
          "PASSCODE",
          "PASS",
          "SECRET",
          "KEY",
          "PSK",
          "COMMUNITY");

  /** What the last letter of these is. */
  private static final String LAST_LETTERS = "DEKSTYdeksty";

  /** Whatever ends in one of them, but a switch's BYPASS. */
  private static final Pattern PARAMETER =
      Pattern.compile("(?i)(?:" + String.join("|", NAMES) + ")(?<!BYPASS)=");

  /** What ends a value that is not quoted. */
  private static final String ENDS = ",:;\"";

  /**
   * What comes before a secret on a line of a command line, with what stands between. It takes
   * commands in short, too; what follows is masked to the end of the line, for which word of it is
   * the secret depends on the word before.
   */
  private static final Pattern CLI_SECRET =
      Pattern.compile(
          "(?i)(^\\s*(?:\\S*[#>])?\\s*(?:no\\s+|do\\s+)?en(?:a|ab|abl|able)?\\s+\\S+"
              + "|(?<!\\w)(?:pas(?!sive)[\\w-]*|secr[\\w-]*|commu[\\w-]*|key[\\w-]*|psk|md5"
              + "|(?:auth|priv)\\s+(?:sha|3?des|aes)[\\w-]*"
              + "|usern?a?m?e?\\s+\\S+"
              + "|snmp-s\\w*\\s+(?:com\\w*|(?:ho|us)\\w*\\s+\\S+)"
              + "|(?:standby|vrrp|glbp)(?:\\s+\\d+)?\\s+auth\\w*))\\s+\\S.*");

  /** Who logs in where, in a URL; behind the colon a password may hold a slash. */
  private static final Pattern LOGIN =
      Pattern.compile("(://)(?:[^/\\s:@\"]{1,256}+:[^\\s\"]{0,256}|[^/\\s]+)@");

  /** How a command line says that it does not take something, in words of its own. */
  private static final String COMPLAINT = "% ";

  private Passwords() {}

  /** One line typed to a command line, or shown by it, with stars for all that may be secret. */
  public static String maskCli(String line) {
    if (line.startsWith(COMPLAINT)) {
      return line;
    }
    return maskLogin(CLI_SECRET.matcher(line).replaceAll("$1 ****"));
  }

  private static String maskLogin(String line) {
    return line.contains("://") ? LOGIN.matcher(line).replaceAll("$1****@") : line;
  }

  /**
   * What is said in TL1, a line or a whole comment, with stars instead of what may be a password.
   */
  public static String mask(String line) {
    var masked = line;
    if (mayBeCommand(line)) {
      var match = COMMAND.matcher(line);
      if (match.find()) {
        var end = match.group(1) == null ? match.end(2) : match.end(1);
        masked = line.substring(0, end) + "****;" + mark(line);
      }
    }
    return maskLogin(mayBeParameter(masked) ? withoutValues(masked) : masked);
  }

  /** What ends the comment or the row that a command stands in: whoever reads on needs it. */
  private static String mark(String line) {
    var said = line.strip();
    if (said.endsWith("*/")) {
      return " */";
    }
    return said.length() > 1 && said.startsWith("\"") && said.endsWith("\"") ? "\"" : "";
  }

  private static String withoutValues(String line) {
    var name = PARAMETER.matcher(line);
    var masked = new StringBuilder();
    var from = 0;
    while (name.find(from)) {
      masked.append(line, from, name.end()).append("****");
      from = valueEnd(line, name.end());
    }
    return masked.append(line, from, line.length()).toString();
  }

  /** Where a value ends that begins here: bare, quoted, or quoted once more as in a row. */
  private static int valueEnd(String line, int from) {
    if (line.startsWith("\\\"", from)) {
      return quoteEnd(line, from + 2, 1);
    }
    if (line.startsWith("\"", from)) {
      return quoteEnd(line, from + 1, 0);
    }
    var end = from;
    while (end < line.length() && ENDS.indexOf(line.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** Behind the quote that has no more backslashes before it than the first one had. */
  private static int quoteEnd(String line, int from, int backslashes) {
    var before = 0;
    for (var i = from; i < line.length(); i++) {
      if (line.charAt(i) == '"' && before <= backslashes) {
        return i + 1;
      }
      before = line.charAt(i) == '\\' ? before + 1 : 0;
    }
    return line.length();
  }

  /** Of the thousands of lines of an answer next to none; a look is cheaper than the pattern. */
  private static boolean mayBeCommand(String line) {
    for (var at = line.indexOf('-'); at >= 0; at = line.indexOf('-', at + 1)) {
      if (isOneOf(SECOND_LETTERS, line, at + 1) && begins(line, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean begins(String line, int at) {
    for (var begin : BEGINS) {
      if (line.regionMatches(true, at, begin, 0, begin.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayBeParameter(String line) {
    for (var at = line.indexOf('='); at >= 0; at = line.indexOf('=', at + 1)) {
      if (isOneOf(LAST_LETTERS, line, at - 1) && isName(line, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isName(String line, int end) {
    for (var name : NAMES) {
      if (line.regionMatches(true, end - name.length(), name, 0, name.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOneOf(String letters, String line, int at) {
    return at >= 0 && at < line.length() && letters.indexOf(line.charAt(at)) >= 0;
  }
}
