SELECT set_config('role', pg_get_userbyid(nspowner), false) FROM pg_namespace
WHERE nspname = 'read' AND pg_get_userbyid(nspowner) <> current_user AND pg_has_role(current_user, nspowner, 'MEMBER')
