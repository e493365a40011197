package org.touchpaper.lnsap.element;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The {@link VlanClaims} of one edge in PostgreSQL; each statement is its own transaction. */
public final class JdbcVlanClaims implements VlanClaims {

  private final JdbcClient sql;
  private final String element;

  public JdbcVlanClaims(JdbcClient sql, String element) {
    this.sql = sql;
    this.element = element;
  }

  @Override
  public Map<String, String> list() {
    var claims = new LinkedHashMap<String, String>();
    sql.sql("select vlan, circuit from lnsap_vlan_claim where element = ? order by vlan")
        .param(element)
        .query(row -> {
          claims.put(row.getString(1), row.getString(2));
        });
    return claims;
  }

  @Override
  public void put(String vlan, String circuit) {
    sql.sql(
            """
            insert into lnsap_vlan_claim (element, vlan, circuit) values (?, ?, ?)
            on conflict (element, vlan) do update set circuit = excluded.circuit
            """)
        .param(element)
        .param(vlan)
        .param(circuit)
        .update();
  }

  @Override
  public void remove(String vlan, String circuit) {
    sql.sql("delete from lnsap_vlan_claim where element = ? and vlan = ? and circuit = ?")
        .param(element)
        .param(vlan)
        .param(circuit)
        .update();
  }
}
