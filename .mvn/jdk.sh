# Finds a JDK of release 25 or later and exports JAVA_HOME. Sourced by ./touchpaper.
# Checks JAVA_HOME, JAVA25_HOME, javac on the PATH, and the usual directories of packages and version managers.
touchpaper_java_release() {
  [ -x "$1/bin/javac" ] || return 1
  if [ -f "$1/release" ]; then # faster than starting a JVM
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
    return
  fi
  "$1/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p'
}

touchpaper_find_jdk() {
  touchpaper_path_java=$(command -v javac 2>/dev/null) &&
    touchpaper_path_java=$(dirname "$(dirname "$(readlink -f "$touchpaper_path_java")")")
  for touchpaper_jdk in "${JAVA_HOME:-}" "${JAVA25_HOME:-}" "${touchpaper_path_java:-}" \
    /usr/lib/jvm/*25* /opt/*jdk*25* "$HOME"/.sdkman/candidates/java/25* "$HOME"/.jdks/*25* \
    /Library/Java/JavaVirtualMachines/*25*/Contents/Home; do
    [ -n "$touchpaper_jdk" ] || continue
    touchpaper_release=$(touchpaper_java_release "$touchpaper_jdk") || continue
    case $touchpaper_release in
      2[5-9] | [3-9][0-9])
        JAVA_HOME=$touchpaper_jdk
        export JAVA_HOME
        return 0
        ;;
    esac
  done
  cat >&2 <<MESSAGE
touchpaper: no JDK 25 found.
  Checked JAVA_HOME (${JAVA_HOME:-not set}), JAVA25_HOME (${JAVA25_HOME:-not set}), javac on the PATH,
  /usr/lib/jvm/*25*, /opt/*jdk*25*, ~/.sdkman/candidates/java/25*, ~/.jdks/*25*.
  Install one, for example Eclipse Temurin 25 (package temurin-25-jdk of the Adoptium repository, or
  'sdk install java 25-tem' with SDKMAN), or set JAVA_HOME to an installed JDK 25, and try again.
MESSAGE
  return 1
}

touchpaper_find_jdk
