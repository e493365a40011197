package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command line takes or shows that nobody need read; masked too much is no harm. */
class PasswordsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enable secret hush",
        "enable secret 5 hush",
        "ena s hush",
        "EDGE(config)#enable password level 7 hush",
        "username bob privilege 15 secret 5 hush",
        "user bob pass hush",
        " password 7 hush",
        "line vty 0 4 / password hush",
        "ip ospf message-digest-key 1 md5 7 hush",
        "ip ospf authentication-key hush",
        "ntp authentication-key 1 md5 hush",
        "crypto isakmp key 6 hush address 192.0.2.1",
        "pre-shared-key local hush",
        "key-string 7 hush",
        "tacacs-server host 192.0.2.1 key 7 hush",
        "snmp-server community hush RO 10",
        "snmp-s com hush rw",
        "snmp-server host 192.0.2.1 traps version 2c hush snmp",
        "snmp-server user bob group v3 auth sha hush priv aes 128 hush",
        "neighbor 192.0.2.1 password 7 hush",
        "standby 1 authentication text hush",
        "standby 1 authentication md5 key-string hush",
        "enable secret\thush",
        "copy running-config ftp://bob:hush@192.0.2.1/edge",
        "*Mar 1 00:00:00: %PARSER-5-CFGLOG_LOGGEDCMD: User:bob logged command:enable secret hush",
      })
  void masksTheRestOfALineAfterAnythingSecret(String line) {
    assertThat(Passwords.maskCli(line)).contains("****").doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show running-config interface GigabitEthernet3/1",
        "description library [touchpaper]",
        "service password-encryption",
        "enable",
        "passive-interface Vlan7",
        "switchport trunk allowed vlan 7,9",
        "5 minute input rate 0 bits/sec, 0 packets/sec",
        "% Password required, but none set",
        "Password: ",
      })
  void leavesWhatIsNoSecret(String line) {
    assertThat(Passwords.maskCli(line)).isEqualTo(line);
  }
}
