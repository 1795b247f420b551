/**
 * The client side of the admin API: requests to running processes, and their answers formatted for a terminal.
 *
 * <p>Start at {@link StatusReport}, which reads the JSON of /status. {@link AdminClient} sends the requests; {@link
 * MemberAdminPorts} finds out which members of the cluster can be asked from this machine. The server side is in
 * io.gosling.node.admin and io.gosling.node.run. The verbs and the supervisor use this package; it does not depend on
 * run.
 */
@NullMarked
package io.gosling.node.report;

import org.jspecify.annotations.NullMarked;
