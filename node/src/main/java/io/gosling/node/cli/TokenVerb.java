package io.gosling.node.cli;

import io.gosling.gos.membership.ClusterSecret;
import picocli.CommandLine.Command;

/** {@code gosling token}: prints the token with which programs use the repository on the peer port. */
@Command(name = "token", description = """
    Print the cluster's token for objects. Programs send it in the field Gosling-Token to the peer port
    of any node; it opens /objects/ there and nothing else. It follows from the secret, and changes with
    it.\
    """, footer = """

        Examples:
          gosling token --secret-file /etc/gosling/secret
          curl --cacert <(gosling ca --secret-file secret) \\
            -H "Gosling-Token: $(gosling token --secret-file secret)" https://10.0.0.1:4676/objects/a\
        """)
final class TokenVerb extends SecretVerb {
    @Override
    String derive(ClusterSecret secret) {
        return secret.objectsToken();
    }
}
